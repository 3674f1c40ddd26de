import { type FailureTexts, failureMessage } from './failure-message.ts'
import { LoadError } from './screen-message.tsx'

interface QueryErrorProps {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
  readonly failure: FailureTexts
}

/** Replaces the data of a failed query. */
export const QueryError = ({ query, failure }: QueryErrorProps) => (
  <LoadError message={failureMessage(query.error, failure)} onRetry={() => void query.refetch()} />
)
