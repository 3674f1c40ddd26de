import { DAY_MS } from '@galla/contract/durations'
import type { Client } from 'pg'
import { ulidFrom } from '../server/src/platform/ids.ts'
import { seededRandom } from '../server/testing/seeded-random.ts'

const DAYS = 90
const NEWEST_MINUTES = 5
const ROWS_AT_ONCE = 5_000

const FIRST =
  'Aarav Aditi Ajay Amit Ananya Anil Asha Bhavna Deepak Divya Gaurav Geeta Harish Ishaan Jyoti Kabir Kavita Kiran Lakshmi Manoj Meera Mohit Neha Nikhil Pooja Pradeep Priya Rahul Rajesh Rakesh Ravi Rekha Rohan Sandeep Sanjay Seema Shreya Suresh Tanvi Uma Vijay Vikram Yash Zoya'.split(
    ' ',
  )
const LAST =
  'Agarwal Bansal Bhat Chatterjee Chauhan Das Desai Deshmukh Dutta Fernandes Gill Gupta Iyer Jain Joshi Kapoor Khan Kulkarni Kumar Mehta Menon Mishra Nair Naidu Patel Patil Pillai Rao Reddy Saxena Shah Sharma Shetty Singh Sinha Thakur Tiwari Trivedi Varma Yadav'.split(
    ' ',
  )
const DOMAINS =
  'gmail.com gmail.com gmail.com gmail.com yahoo.co.in outlook.com rediffmail.com icloud.com'.split(' ')
const HANDLES = 'okaxis oksbi okhdfcbank okicici ybl ibl axl paytm upi'.split(' ')
const PRICES = [49_900n, 49_900n, 29_900n, 99_900n, 19_900n, 149_900n, 9_900n]

const pick = <T>(of: readonly T[], random: () => number): T => of[Math.floor(random() * of.length)] as T

const statusOf = (roll: number): 'success' | 'failed' | 'pending' | 'created' =>
  roll < 0.78 ? 'success' : roll < 0.995 ? 'failed' : roll < 0.998 ? 'pending' : 'created'

/**
 * Orders of one merchant, evenly over the last 90 days: names, addresses and amounts as in a shop in India. Most are paid,
 * a fifth failed, one in two hundred is still open, one in five thousand needs attention. Written without triggers.
 */
export const addManyOrders = async (
  client: Client,
  merchantId: string,
  accountId: string,
  options: { readonly count: number; readonly now: Date; readonly seed: number },
): Promise<void> => {
  const { count, now } = options
  const random = seededRandom(options.seed)
  const end = now.getTime() - NEWEST_MINUTES * 60_000
  await client.query('set session_replication_role = replica')
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, index) => {
      const n = from + index
      const at = new Date(Math.round(end - DAYS * DAY_MS * (1 - (n + 1) / count)))
      const name = `${pick(FIRST, random)} ${pick(LAST, random)}`
      const person = name.toLowerCase().replace(' ', '.')
      return {
        id: ulidFrom(
          at,
          Uint8Array.from({ length: 10 }, () => Math.floor(random() * 256)),
        ),
        txn: `INV-2026-${String(n).padStart(7, '0')}`,
        status: statusOf(random()),
        paise: String(
          random() < 0.6 ? pick(PRICES, random) : BigInt(Math.floor(100 + random() ** 3 * 2_000_000)),
        ),
        name,
        mail: `${person}${Math.floor(random() * 1000)}@${pick(DOMAINS, random)}`,
        mobile: String(7_000_000_000 + Math.floor(random() * 2_999_999_999)),
        payer: `${person}${Math.floor(random() * 100)}@${pick(HANDLES, random)}`,
        utr: String(400_000_000_000 + options.seed * 10_000_000 + n),
        attention: random() < 0.0002,
        at,
      }
    })
    await client.query(INSERT, [merchantId, accountId, JSON.stringify(rows)])
  }
  await client.query('set session_replication_role = origin')
}

const INSERT = `
  with r as materialized (
    select * from json_to_recordset($3::json) as r (id text, txn text, status text, paise bigint, name text, mail text,
      mobile text, payer text, utr text, attention boolean, at timestamptz)
  ), o as (
    insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, status, failure_reason, version,
      amount_paise, payable_paise, purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at,
      window_seconds, expires_at, paid_at, settled_by_credit_id, settled_paise)
    select $1, id, 'test', $2, txn, '\\x00', status, case status when 'failed' then 'expired' end, 2, paise, paise,
      'Two kilos of Darjeeling tea', name, mail, mobile, 'https://shop.example.com/thank-you', at, 300,
      at + interval '300 seconds', case status when 'success' then at + interval '1 minute' end,
      case status when 'success' then 'cr_' || id end, case status when 'success' then paise end
    from r
  )
  insert into credits (merchant_id, credit_id, account_id, mode, utr, amount_paise, received_at, payer_upi_id, payer_name, rail,
    state, order_id, created_at)
  select $1, case status when 'success' then 'cr_' else 'cx_' end || id, $2, 'test', utr, paise, at, payer, name, 'upi',
    case status when 'success' then 'matched' else 'amount_mismatch' end, id, at
  from r where status = 'success' or attention`
