import { sha256 } from '../platform/crypto/crypto.ts'
import type { ReportedCredit } from './credit.ts'

/** Derives the id of a credit without a UTR from its report: the same report again is the same credit. */
export const idWithoutUtr = ({ accountId, source, sourceKey }: ReportedCredit): string =>
  `rec_${sha256(`${accountId}\n${source}\n${sourceKey}`).toString('hex')}`

/** Two reports have equal keys if and only if they are of one credit. */
export const creditKey = (report: ReportedCredit): string =>
  `${report.merchantId}\n${report.utr === null ? idWithoutUtr(report) : `${report.accountId}\n${report.utr}`}`
