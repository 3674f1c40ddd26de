import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  BUILT,
  RUN_WORKSPACES,
  releaseFiles,
  shippedPackages,
  softwareBillOfMaterials,
} from './release/release-files.ts'
import { removeDeveloperFiles } from './setup/install.mjs'

/**
 * Makes the packages of this version in `release/`: an archive, a Debian package, the Helm chart, the list of their contents and their
 * sums. Two runs on one commit make the same bytes. Needs Linux, git, GNU tar and dpkg-deb.
 */

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const out = join(root, 'release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
const architecture = ARCHITECTURES[process.arch]

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
  execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
  })

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** The context of an image has no history. */
const sourceFiles = (): string[] =>
  existsSync(join(root, '.git'))
    ? run('git', ['ls-files']).split('\n')
    : readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
        (file) => !/\b(?:node_modules|dist)\//.test(file),
      )

/** Copies everything that runs into one folder. */
const stage = (folder: string): void => {
  for (const file of releaseFiles(sourceFiles())) copy(join(root, file), join(folder, file))
  for (const path of BUILT) copy(join(root, path), join(folder, path))
  for (const path of shippedPackages(root)) copy(join(root, path), join(folder, path))
  removeDeveloperFiles(join(folder, 'node_modules'))
  // The program refuses the embedded database where it finds this file.
  writeFileSync(join(folder, 'packaged'), 'Galla from a package: DATABASE_URL is required.\n')
  mkdirSync(join(folder, 'node_modules/@galla'), { recursive: true })
  for (const name of [...RUN_WORKSPACES, 'checkout']) {
    const link = join(folder, 'node_modules/@galla', name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(`../../${name}`, link)
  }
  writeFileSync(join(folder, 'sbom.cdx.json'), softwareBillOfMaterials(root))
}

/** Makes the archive `release/FILE` of a folder, under one name in it; the same bytes for the same files. */
const pack = (folder: string, name: string, file: string, epoch: string): void => {
  const tar = join(out, 'unfinished.tar')
  const same = [
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ]
  // Only the owner may write, with any umask of the machine that built it.
  run('chmod', ['-R', 'u=rwX,go=rX', folder])
  run('tar', [...same, `--transform=s,^\\.,${name},S`, '-C', folder, '-cf', tar, '.'])
  run('gzip', ['-n', '-9', tar])
  renameSync(`${tar}.gz`, join(out, file))
}

const debianPackage = (folder: string, work: string, epoch: string): void => {
  const tree = join(work, 'deb')
  copy(folder, join(tree, 'opt/galla'))
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync('../../opt/galla/deploy/bin/galla', join(tree, 'usr/bin/galla'))
  copy(join(root, 'deploy/galla.service'), join(tree, 'usr/lib/systemd/system/galla.service'))
  copy(join(root, 'deploy/debian/galla.default'), join(tree, 'etc/default/galla'))
  mkdirSync(join(tree, 'DEBIAN'))
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copy(join(root, 'deploy/debian', name), join(tree, 'DEBIAN', name))
    chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/default/galla\n')
  const control = readFileSync(join(root, 'deploy/debian/control'), 'utf8')
  writeFileSync(
    join(tree, 'DEBIAN/control'),
    control.replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture ?? ''),
  )
  run('chmod', ['-R', 'u=rwX,go=rX', tree])
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, out], { SOURCE_DATE_EPOCH: epoch })
}

/** Everything that runs, for an image: `npm run release -- --to FOLDER` needs no git. */
const [flag, imageFolder] = process.argv.slice(2)

const main = (): void => {
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error('Releases are made on Linux, on x64 or arm64.')
  if (run('git', ['status', '--porcelain']) !== '')
    throw new Error('A release is made of a commit: commit your changes first.')
  const work = mkdtempSync(join(tmpdir(), 'galla-release-'))
  try {
    const epoch = run('git', ['log', '-1', '--format=%ct']).trim()
    const folder = join(work, 'galla')
    stage(folder)
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out)
    const name = `galla-${version}-${process.platform}-${process.arch}`
    pack(folder, name, `${name}.tar.gz`, epoch)
    copy(join(root, 'deploy/helm/galla'), join(work, 'chart'))
    pack(join(work, 'chart'), 'galla', `galla-chart-${version}.tgz`, epoch)
    debianPackage(folder, work, epoch)
    copy(join(folder, 'sbom.cdx.json'), join(out, `galla-${version}.cdx.json`))
    const sums = readdirSync(out)
      .sort()
      .map(
        (name) =>
          `${createHash('sha256')
            .update(readFileSync(join(out, name)))
            .digest('hex')}  ${name}\n`,
      )
    writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
    process.stdout.write(sums.join(''))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (flag === '--to' && imageFolder !== undefined) stage(imageFolder)
else main()
