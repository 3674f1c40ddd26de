import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianPackage } from './release/debian-package.ts'
import { copy, stageRelease } from './release/stage-release.ts'

/**
 * Makes the packages of this version in `release/`: an archive, a Debian package, the Helm chart, the list of their contents
 * and their sums; with `--to FOLDER`, only the folder for an image. Two runs on one commit make the same bytes. Needs Linux, git, GNU tar and dpkg-deb.
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

const main = (): void => {
  if (process.platform !== 'linux' || architecture === undefined)
    throw new Error('Releases are made on Linux, on x64 or arm64.')
  if (run('git', ['status', '--porcelain']) !== '')
    throw new Error('A release is made of a commit: commit your changes first.')
  const work = mkdtempSync(join(tmpdir(), 'galla-release-'))
  try {
    const epoch = run('git', ['log', '-1', '--format=%ct']).trim()
    const folder = join(work, 'galla')
    stageRelease(root, folder, { withNode: true })
    rmSync(out, { recursive: true, force: true })
    mkdirSync(out)
    const name = `galla-${version}-${process.platform}-${process.arch}`
    pack(folder, name, `${name}.tar.gz`, epoch)
    copy(join(root, 'deploy/helm/galla'), join(work, 'chart'))
    pack(join(work, 'chart'), 'galla', `galla-chart-${version}.tgz`, epoch)
    debianPackage({ root, folder, work, out, version, architecture, epoch, run })
    copy(join(folder, 'sbom.cdx.json'), join(out, `${name}.cdx.json`))
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

const [flag, target] = process.argv.slice(2)
if (flag === '--to' && target !== undefined) stageRelease(root, target, { withNode: false })
else main()
