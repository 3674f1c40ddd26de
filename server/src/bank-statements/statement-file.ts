import { decryptChunks, encryptChunks } from '../platform/crypto/chunked-encryption.ts'
import type { Platform } from '../platform/feature.ts'
import { type Chunks, PART } from '../platform/files/files.ts'

export type StatementFileDeps = Pick<Platform, 'files' | 'secrets'>

export const STATEMENTS_FOLDER = 'statements'

/** The path of a statement's file, for which the file and its preview are encrypted. */
export const statementPath = (merchantId: string, statementId: string): string =>
  `${STATEMENTS_FOLDER}/${merchantId}/${statementId}`

export const statementKey = ({ secrets }: Pick<StatementFileDeps, 'secrets'>): Uint8Array =>
  secrets.subkey('statements')

async function* once(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}

export const writeStatementFile = (deps: StatementFileDeps, path: string, file: Buffer): Promise<void> =>
  deps.files.write(path, encryptChunks(statementKey(deps), path, once(file)))

export const readStatementFile = (deps: StatementFileDeps, path: string): Chunks =>
  decryptChunks(statementKey(deps), path, deps.files.read(path))

/** Deletes a statement's file, and what a process that was killed had written of it. */
export const deleteStatementFile = async (
  { files }: Pick<StatementFileDeps, 'files'>,
  path: string,
): Promise<void> => {
  await files.remove(path)
  await files.remove(`${path}${PART}`)
}
