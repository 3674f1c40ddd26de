import { totpState } from '@galla/contract/auth/login-security'
import { useData } from '../api/use-data.ts'
import { queryKeys } from '../query-keys.ts'

export const useTotpState = () => useData(queryKeys.twoFactor, totpState)
