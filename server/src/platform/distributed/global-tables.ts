/**
 * The tables that belong to no single merchant, each with its reason. All others are a merchant's: where tables are distributed, they are by
 * `merchant_id`, all together, so that the rows of one merchant are on one server.
 */

/** Small tables with a copy on each server, because statements join them with the rows of merchants. */
export const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  api_keys: 'a call is known by its key alone; creating orders joins it',
  merchants: 'an e-mail address is one login; most tables refer to it',
}

/** Tables that stay on the coordinator, the server that the program is connected to. */
export const LOCAL_TABLES: Readonly<Record<string, string>> = {
  backup_alarms: 'about the installation',
  backup_installation: 'about the installation',
  backup_runs: 'about the installation',
  backups: 'about the installation',
  closing_rounds: 'one walk through all merchants',
  invoice_numbers: 'numbers without a gap need one row that is locked',
  ledger_checks: 'about the installation',
  listening: 'about the installation',
  migrations: 'about the installation',
  operator_acts: 'what operators did, also to no merchant',
  plan_offers: 'prices for all merchants',
  rate_counters: 'attempts of clients that are not known yet',
  setup_tokens: 'before the first operator',
  wrapped_data_keys: 'one key for the installation',
}

export const isGlobal = (table: string): boolean => table in REFERENCE_TABLES || table in LOCAL_TABLES
