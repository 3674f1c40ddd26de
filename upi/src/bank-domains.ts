import { BANKS } from './bank-header.ts'

/**
 * The domains from which each bank sends e-mail. Only Indian banks get `.bank.in` domains, so it is safe to list one that was not seen in use
 * yet. The older domains are the banks' websites.
 */
const DOMAINS: Readonly<Record<string, string>> = {
  sbi: 'sbi.co.in alerts.sbi.co.in sbi.bank.in alerts.sbi.bank.in',
  hdfc: 'hdfcbank.net hdfcbank.com hdfcbank.bank.in hdfc.bank.in',
  icici: 'icicibank.com icici.bank.in',
  axis: 'axisbank.com axis.bank.in',
  kotak: 'kotak.com kotak.bank.in',
  pnb: 'pnb.co.in pnb.bank.in',
  bob: 'bankofbaroda.com bankofbaroda.bank.in',
  canara: 'canarabank.com canarabank.bank.in',
  union: 'unionbankofindia.bank.in',
  indusind: 'indusind.com indusind.bank.in',
  yes: 'yesbank.in yes.bank.in',
  idfc: 'idfcfirstbank.com idfcfirst.bank.in',
  federal: 'federalbank.co.in federal.bank.in',
  rbl: 'rblbank.com rbl.bank.in',
  idbi: 'idbibank.co.in idbi.bank.in',
  slice: 'slice.bank.in sliceit.com',
  maharashtra: 'mahabank.co.in bankofmaharashtra.bank.in',
}

export interface BankDomain {
  readonly bankId: string
  readonly bankName: string
  readonly domain: string
}

export const BANK_DOMAINS: readonly BankDomain[] = BANKS.flatMap(({ id, name }) =>
  (DOMAINS[id]?.split(' ') ?? []).map((domain) => ({ bankId: id, bankName: name, domain })),
)

const BY_DOMAIN = new Map(BANK_DOMAINS.map((each) => [each.domain, each]))

/** Finds the bank of exactly this domain. A subdomain or a similar domain belongs to no bank. */
export const bankOfDomain = (domain: string): BankDomain | undefined => BY_DOMAIN.get(domain.toLowerCase())

/** Whether a sender's name or address contains a bank's domain although it is not the bank's. */
export const looksLikeBank = (from: string): boolean => {
  const text = from.toLowerCase()
  return BANK_DOMAINS.some(({ domain }) => text.includes(domain))
}

/** Search terms for an IMAP server: every bank's address contains one of them. */
export const BANK_SENDER_TERMS: readonly string[] = [
  'bank',
  ...BANK_DOMAINS.map(({ domain }) => domain).filter((domain) => !domain.includes('bank')),
]
