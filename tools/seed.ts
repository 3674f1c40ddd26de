import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { systemClock } from '../server/src/platform/clock.ts'
import { createPasswords } from '../server/src/platform/crypto/password.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { openData } from '../server/src/platform/database/open-data.ts'
import { reportFailure } from '../server/src/platform/report-failure.ts'
import { readSettings } from '../server/src/platform/settings.ts'
import { describeShop } from './seed/seed-counts.ts'
import { ORDERS, type Seeded, seedShop } from './seed/seed-shop.ts'

const MIGRATIONS_DIR = fileURLToPath(new URL('../server/migrations', import.meta.url))
const ORDERS_MAX = 1_000_000

/** An error that the user can fix; the message says how. */
class SeedError extends Error {
  override name = 'SeedError'
}

const orderCountOf = (args: readonly string[]): number => {
  const { values } = parseArgs({ args: [...args], options: { orders: { type: 'string' } } })
  if (values.orders === undefined) return ORDERS
  const count = /^\d{1,7}$/.test(values.orders) ? Number(values.orders) : 0
  if (count < 1 || count > ORDERS_MAX) throw new SeedError(`--orders takes a number, 1 to ${ORDERS_MAX}`)
  return count
}

const report = ({ made, email, password, counts }: Seeded, origin: string): string =>
  [
    made
      ? 'The demo merchant is there, with 90 days of orders:'
      : 'The demo merchant was there already; nothing was added. It has:',
    ...describeShop(counts).map((line) => `  ${line}`),
    '',
    `Log in at ${origin}/login after npm start:`,
    `  e-mail    ${email}`,
    `  password  ${password ?? '(someone has changed it)'}`,
    '',
    'People, payments and the shop are invented; nothing was sent to anyone. The Paytm that its live account is connected to',
    'is a stand-in that answered once; the real one rejects these credentials.',
  ].join('\n')

const main = async (): Promise<void> => {
  const settings = readSettings(process.env)
  if (settings.production) throw new SeedError('A demo merchant has no place in production.')
  const orderCount = orderCountOf(process.argv.slice(2))
  const data = await openData(settings, {
    migrationsDir: MIGRATIONS_DIR,
    tell: () => {},
  })
  const db = openDatabase(data.connectionString)
  try {
    const seeded = await seedShop(
      {
        db,
        clock: systemClock,
        secrets: data.secrets,
        passwords: createPasswords(),
        progress: (done, of) => {
          if (done > 0) console.log(`${done} of ${of} orders`)
        },
      },
      orderCount,
    )
    console.log(report(seeded, settings.publicUrl.origin))
  } finally {
    await db.close()
    await data.stop()
  }
}

main().catch((error: unknown) => {
  reportFailure(error)
  process.exit(1)
})
