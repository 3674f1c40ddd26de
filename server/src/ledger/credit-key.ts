import { sha256 } from '../platform/crypto/crypto.ts'
import type { ReportedCredit } from './credit.ts'

/** The id of a credit without a UTR follows from the record that reports it: the same record again is the same credit. */
export const idWithoutUtr = ({ accountId, source, sourceKey }: ReportedCredit): string =>
  `rec_${sha256(`${accountId}\n${source}\n${sourceKey}`).toString('hex')}`

/** Equal for two reports exactly when they are of one credit. */
export const creditKey = (report: ReportedCredit): string =>
  `${report.merchantId}\n${report.utr === null ? idWithoutUtr(report) : `${report.accountId}\n${report.utr}`}`
