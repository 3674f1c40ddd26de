import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copy } from './stage-release.ts'

interface DebianPackage {
  readonly root: string
  /** The staged release, and folders for the work and for the result. */
  readonly folder: string
  readonly work: string
  readonly out: string
  readonly version: string
  readonly architecture: string
  /** The time of the commit, in seconds. */
  readonly epoch: string
  readonly run: (command: string, args: readonly string[], env?: Readonly<Record<string, string>>) => string
}

export const debianPackage = ({
  root,
  folder,
  work,
  out,
  version,
  architecture,
  epoch,
  run,
}: DebianPackage): void => {
  const tree = join(work, 'deb')
  const packaging = join(root, 'deploy/debian')
  copy(folder, join(tree, 'opt/galla'))
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync('/opt/galla/deploy/bin/galla', join(tree, 'usr/bin/galla'))
  copy(join(root, 'deploy/galla.service'), join(tree, 'usr/lib/systemd/system/galla.service'))
  copy(join(packaging, 'galla.default'), join(tree, 'etc/default/galla'))
  copy(join(packaging, 'lintian-overrides'), join(tree, 'usr/share/lintian/overrides/galla'))
  const doc = join(tree, 'usr/share/doc/galla')
  copy(join(packaging, 'copyright'), join(doc, 'copyright'))
  const control = readFileSync(join(packaging, 'control'), 'utf8')
    .replace('@VERSION@', version)
    .replace('@ARCHITECTURE@', architecture)
  const maintainer = /^Maintainer: (.*)$/m.exec(control)?.[1]
  const date = new Date(Number(epoch) * 1_000).toUTCString().replace('GMT', '+0000')
  writeFileSync(
    join(doc, 'changelog'),
    `galla (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md of the source.\n\n -- ${maintainer}  ${date}\n`,
  )
  run('gzip', ['-n', '-9', join(doc, 'changelog')])
  mkdirSync(join(tree, 'DEBIAN'))
  run('chmod', ['-R', 'u=rwX,go=rX', tree])
  const sums = run('sh', [
    '-c',
    'cd "$0" && find etc opt usr -type f -print0 | sort -z | xargs -0 md5sum',
    tree,
  ])
  writeFileSync(join(tree, 'DEBIAN/md5sums'), sums)
  writeFileSync(join(tree, 'DEBIAN/conffiles'), '/etc/default/galla\n')
  writeFileSync(join(tree, 'DEBIAN/control'), control)
  for (const name of ['conffiles', 'control', 'md5sums']) chmodSync(join(tree, 'DEBIAN', name), 0o644)
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copy(join(packaging, name), join(tree, 'DEBIAN', name))
    chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
  run('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, out], { SOURCE_DATE_EPOCH: epoch })
}
