import { IconDownload, IconFileTypePdf, IconPhotoOff, IconZoomIn } from 'virtual:icons'
import type { KycDocument } from '@galla/contract/kyc/kyc'
import { Center, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../components/layout/panel.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { fileSize } from './file-size.ts'
import css from './kyc-page.module.css'

interface Shown {
  readonly document: KycDocument
  readonly name: string
}

/** All that was sent: a picture opens in full, a PDF is saved. */
export function DocumentGallery({ documents }: { documents: readonly KycDocument[] }) {
  const [shown, setShown] = useState<Shown>()
  const [opened, setOpened] = useState(false)
  return (
    <Panel
      title="Uploaded documents"
      note="Encrypted where they are kept. Only you and our reviewers can open them, and every look is written down."
    >
      <ul className={css.gallery}>
        {documents.map((document, index) => {
          const name = `Document ${index + 1}`
          return (
            <li key={document.documentId}>
              {document.mediaType === 'application/pdf' ? (
                <PdfTile document={document} name={name} />
              ) : (
                <PictureTile
                  document={document}
                  name={name}
                  onOpen={() => {
                    setShown({ document, name })
                    setOpened(true)
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      <Dialog opened={opened} title={shown?.name ?? ''} size="auto" onClose={() => setOpened(false)}>
        {shown !== undefined && (
          <img className={css.full} src={shown.document.url} alt={`${shown.name} in full`} />
        )}
      </Dialog>
    </Panel>
  )
}

function PictureTile({
  document: { url, bytes },
  name,
  onOpen,
}: {
  document: KycDocument
  name: string
  onOpen: () => void
}) {
  const [failed, setFailed] = useState(false)
  return (
    <button type="button" className={css.tile} aria-label={`Open ${name}`} onClick={onOpen} disabled={failed}>
      <Center component="span" h={164} bg="var(--galla-sunken)" c="dimmed" className={css.tilePicture}>
        {failed ? (
          <IconPhotoOff size={32} stroke={1.5} aria-hidden />
        ) : (
          <img src={url} alt="" decoding="async" onError={() => setFailed(true)} />
        )}
      </Center>
      <Group
        component="span"
        gap="xs"
        wrap="nowrap"
        mih={44}
        py="xs"
        px="sm"
        fw={550}
        className={css.tileText}
        style={{ borderTop: '1px solid var(--galla-line)' }}
      >
        <span>{failed ? `${name} could not be loaded` : name}</span>
        <Text span c="dimmed" fz="sm" fw={400}>
          {fileSize(bytes)}
        </Text>
        <IconZoomIn size={18} aria-hidden />
      </Group>
    </button>
  )
}

function PdfTile({ document: { url, bytes }, name }: { document: KycDocument; name: string }) {
  return (
    <a className={css.tile} href={url} download aria-label={`Download ${name}, PDF`}>
      <Center component="span" h={164} bg="var(--galla-sunken)" c="dimmed" className={css.tilePicture}>
        <IconFileTypePdf size={44} stroke={1.3} aria-hidden />
      </Center>
      <Group
        component="span"
        gap="xs"
        wrap="nowrap"
        mih={44}
        py="xs"
        px="sm"
        fw={550}
        className={css.tileText}
        style={{ borderTop: '1px solid var(--galla-line)' }}
      >
        <span>{name}</span>
        <Text span c="dimmed" fz="sm" fw={400}>
          {fileSize(bytes)}
        </Text>
        <IconDownload size={18} aria-hidden />
      </Group>
    </a>
  )
}
