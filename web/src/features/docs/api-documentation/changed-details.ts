import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import type { BodyInputOf, Endpoint } from '@galla/contract/endpoint'
import type { z } from 'zod'
import { callEndpoint } from '../../../api/api.ts'
import type { FailureTexts } from '../../../components/feedback/failure-message.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useShowApiDetails } from '../../../queries/api-details.ts'

type DetailsEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ data: ApiDetails }>>

/** Sends a call that changes the credentials, shows its result as a message, and shows the new credentials. */
export function useDetailsChange<E extends DetailsEndpoint>(
  endpoint: E,
  texts: { readonly done: string; readonly failed: FailureTexts },
) {
  const show = useShowApiDetails()
  return useAction({
    act: (body: BodyInputOf<E>) => callEndpoint(endpoint, { body }),
    failed: texts.failed,
    done: ({ msg }) => msg || texts.done,
    onDone: ({ data }) => show(data),
  })
}
