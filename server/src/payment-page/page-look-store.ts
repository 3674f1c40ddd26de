import type { PageColour } from '@galla/contract/payment-page/page-colours'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface StoredLook {
  readonly colour: PageColour | null
  readonly logoHash: string | null
}

export const findPageLook = (db: Queryable, merchantId: string): Promise<StoredLook | undefined> =>
  db.maybeOne(sql`
    select colour, logo_hash as "logoHash" from page_looks where merchant_id = ${merchantId}`)

export const findLogo = async (
  db: Queryable,
  merchantId: string,
  logoHash: string,
): Promise<Buffer | undefined> =>
  (
    await db.maybeOne<{ logo: Buffer }>(sql`
      select logo from page_looks where merchant_id = ${merchantId} and logo_hash = ${logoHash}`)
  )?.logo

/** A logo of undefined stays as it is; null removes it. */
export const savePageLook = async (
  db: Queryable,
  merchantId: string,
  colour: PageColour | null,
  logo: { readonly bytes: Uint8Array; readonly hash: string } | null | undefined,
): Promise<void> => {
  const bytes = logo?.bytes ?? null
  const hash = logo?.hash ?? null
  await db.run(sql`
    insert into page_looks (merchant_id, colour, logo, logo_hash) values (${merchantId}, ${colour}, ${bytes}, ${hash})
    on conflict (merchant_id) do update set colour = excluded.colour,
      logo = case when ${logo === undefined} then page_looks.logo else excluded.logo end,
      logo_hash = case when ${logo === undefined} then page_looks.logo_hash else excluded.logo_hash end`)
}
