import type { Platform } from '../platform/feature.ts'
import type { SessionCaller } from './caller.ts'
import { findMerchant } from './find-merchant.ts'

export interface Author extends Pick<SessionCaller, 'merchantId'>, Partial<Pick<SessionCaller, 'personId'>> {
  /** Who decides, where it is no person with a login. */
  readonly whom?: string
}

/** Whose act is recorded: in a team the person's, and not that of the shop's own login. */
export const authorOf = async (
  deps: Pick<Platform, 'db'>,
  { whom, personId, merchantId }: Author,
): Promise<string> => whom ?? (await findMerchant(deps, personId ?? merchantId)).email
