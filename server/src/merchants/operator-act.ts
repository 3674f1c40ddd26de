import type { OperatorActName } from '@galla/contract/operator/operator-merchants'

/** What an operator did. The states before and after contain no secrets: other operators read them. */
export interface OperatorAct {
  readonly operatorId: string
  readonly act: OperatorActName
  readonly aboutMerchantId: string | null
  /** A description of the subject, at most 255 characters. */
  readonly subject: string
  readonly reason: string | null
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** The stored form. */
export interface RecordedAct extends OperatorAct {
  readonly actId: string
  readonly at: Date
}
