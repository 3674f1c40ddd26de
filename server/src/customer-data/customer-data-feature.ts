import {
  eraseCustomer as eraseCall,
  exportCustomer as exportCall,
  findCustomer as findCall,
  readDataDuties as readCall,
  saveDataNotice as saveNoticeCall,
  updateKeepDays as updateKeepDaysCall,
} from '@galla/contract/customer-data/customer-data'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import {
  chooseKeepDays,
  countCustomer,
  eraseCustomer,
  eraseDueCustomers,
  exportCustomer,
  readDataDuties,
  saveDataNotice,
} from './keep-customer-data.ts'

const SWEEP_MS = 3_600_000

/** How long customers' data is kept, one customer's data, and the notice that customers see. */
export const customerDataFeature = (deps: Platform): Feature => ({
  sweeps: [
    createSweep(deps, {
      name: 'customer_data.erase',
      everyMs: SWEEP_MS,
      work: () => eraseDueCustomers(deps),
    }),
  ],
  routes(http) {
    bind(http, readCall, async ({ caller }) => ({ data: await readDataDuties(deps, caller.merchantId) }))
    bind(http, updateKeepDaysCall, async ({ body, caller }) => ({
      data: await chooseKeepDays(deps, caller, body.keepDays),
    }))
    bind(http, saveNoticeCall, async ({ body, caller }) => ({
      data: await saveDataNotice(deps, caller.merchantId, body.text),
    }))
    bind(http, findCall, async ({ body, caller }) => ({
      data: await countCustomer(deps, caller.merchantId, body.contact),
    }))
    bind(http, exportCall, async ({ body, caller }) => ({
      data: await exportCustomer(deps, caller, body.contact),
    }))
    bind(http, eraseCall, async ({ body, caller }) => ({
      data: await eraseCustomer(deps, caller, body.contact),
    }))
  },
})
