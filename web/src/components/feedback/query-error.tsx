import { isNotFound } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from './failure-message.ts'
import { LoadError } from './screen-message.tsx'

interface QueryErrorProps {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
  readonly failure: FailureTexts
  /** Where there is no such record. */
  readonly missing?: string
}

/** Replaces the data of a failed query. */
export function QueryError({ query: { error, refetch }, failure, missing }: QueryErrorProps) {
  const message = missing !== undefined && isNotFound(error) ? missing : failureMessage(error, failure)
  return <LoadError message={message} onRetry={() => void refetch()} />
}
