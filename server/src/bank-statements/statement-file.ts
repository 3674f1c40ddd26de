import { decryptChunks, encryptChunks } from '../platform/crypto/chunked-encryption.ts'
import type { Platform } from '../platform/feature.ts'
import { type Chunks, PART } from '../platform/files/files.ts'

export type StatementFileDeps = Pick<Platform, 'files' | 'secrets'>

export const STATEMENTS_FOLDER = 'statements'

/** Where a statement's file lies, and what it and its preview are sealed for. */
export const statementPlace = (merchantId: string, statementId: string): string =>
  `${STATEMENTS_FOLDER}/${merchantId}/${statementId}`

export const statementKey = ({ secrets }: Pick<StatementFileDeps, 'secrets'>): Uint8Array =>
  secrets.subkey('statements')

async function* once(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}

export const keepStatementFile = (deps: StatementFileDeps, place: string, file: Buffer): Promise<void> =>
  deps.files.write(place, encryptChunks(statementKey(deps), place, once(file)))

export const readStatementFile = (deps: StatementFileDeps, place: string): Chunks =>
  decryptChunks(statementKey(deps), place, deps.files.read(place))

/** Deletes a statement's file, and what a process that was killed had written of it. */
export const deleteStatementFile = async (
  { files }: Pick<StatementFileDeps, 'files'>,
  place: string,
): Promise<void> => {
  await files.remove(place)
  await files.remove(`${place}${PART}`)
}
