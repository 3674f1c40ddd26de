import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeDeveloperFiles } from '../setup/install.mjs'
import { billOfMaterials } from './bill-of-materials.ts'
import { BUILT, RUN_WORKSPACES, releaseFiles, runPackages } from './release-files.ts'

export const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** Copies everything that runs into one folder. An image has the Node of its base. */
export const stageRelease = (root: string, folder: string, { withNode }: { withNode: boolean }): void => {
  for (const path of [...releaseFiles(root), ...BUILT, ...runPackages(root)])
    copy(join(root, path), join(folder, path))
  const node = `node_modules/node-${process.platform}-${process.arch}`
  if (withNode) copy(join(root, node), join(folder, node))
  removeDeveloperFiles(join(folder, 'node_modules'))
  mkdirSync(join(folder, 'node_modules/@galla'), { recursive: true })
  for (const name of [...RUN_WORKSPACES, 'checkout']) {
    const link = join(folder, 'node_modules/@galla', name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(`../../${name}`, link)
  }
  writeFileSync(
    join(folder, 'packaged'),
    'Galla from a package keeps its data in the PostgreSQL that DATABASE_URL names.\n',
  )
  writeFileSync(join(folder, 'sbom.cdx.json'), billOfMaterials(root, folder))
}
