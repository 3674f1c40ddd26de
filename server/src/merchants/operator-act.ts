import type { OperatorActName } from '@galla/contract/operator'

/** What an operator did. How it was before and after holds no secrets: other operators read it. */
export interface OperatorAct {
  readonly operatorId: string
  readonly act: OperatorActName
  readonly aboutMerchantId: string | null
  /** In words what it was done to, at most 255 characters. */
  readonly subject: string
  readonly reason: string | null
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** As the log keeps it. */
export interface RecordedAct extends OperatorAct {
  readonly actId: string
  readonly at: Date
}
