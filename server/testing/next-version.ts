import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Files and folders that the server reads besides its source. */
const BESIDE = [
  'node_modules',
  'contract',
  'upi',
  'checkout',
  'web',
  'embedded-postgres',
  'sdk',
  'plugins',
  'package.json',
]

/** Makes the next version of the server in `folder`: this one, and a migration that expands the schema. Returns its program. */
export const makeNextVersion = (folder: string): string => {
  mkdirSync(join(folder, 'server'))
  for (const part of ['src', 'migrations', 'fonts', 'package.json'])
    cpSync(join(ROOT, 'server', part), join(folder, 'server', part), { recursive: true })
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(folder, name))
  const packages = join(ROOT, 'server', 'node_modules')
  if (existsSync(packages)) symlinkSync(packages, join(folder, 'server', 'node_modules'))
  writeFileSync(
    join(folder, 'server', 'migrations', '9999-expand.sql'),
    `alter table orders add column noted_by_next_version text;
     create index orders_noted_by_next_version on orders (merchant_id) where noted_by_next_version is not null;`,
  )
  return join(folder, 'server', 'src', 'main.ts')
}
