import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import type { BodyInputOf, Endpoint } from '@galla/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { callEndpoint } from '../../../api/api.ts'
import { type FailureWords, failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { useShowApiDetails } from './api-details-query.ts'

type DetailsEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ data: ApiDetails }>>

/** A call that changes the credentials: says what happened, and shows what is now true. */
export function useDetailsChange<E extends DetailsEndpoint>(
  endpoint: E,
  words: FailureWords & { done: string },
) {
  const show = useShowApiDetails()
  return useMutation({
    mutationFn: (body: BodyInputOf<E>) => callEndpoint(endpoint, { body }),
    onSuccess: ({ data, msg }) => {
      show(data)
      toastSuccess(msg || words.done)
    },
    onError: (error) => toastFailure(failureMessage(error, words)),
  })
}
