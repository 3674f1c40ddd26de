import { IconPhotoOff, IconZoomIn } from 'virtual:icons'
import type { KycDocument } from '@galla/contract/kyc/kyc'
import { Center, Group, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { markTall } from '../../components/display/tall-picture.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { t } from '../../locales/translate.ts'
import css from './document-gallery.module.css'
import { fileSize } from './file-size.ts'

interface Shown {
  readonly document: KycDocument
  readonly name: string
}

/** The uploaded documents. Each opens in full size; the pages of a PDF are one picture. */
export function DocumentGallery({ documents }: { documents: readonly KycDocument[] }) {
  const [shown, setShown] = useState<Shown>()
  const [opened, setOpened] = useState(false)
  return (
    <Panel
      title={t('Uploaded documents')}
      note={t('Stored encrypted. Only you and our reviewers can open them, and every view is logged.')}
    >
      <SimpleGrid component="ul" minColWidth={220} spacing="md" className="plain-list">
        {documents.map((document, index) => {
          const name = t('Document {number}', { number: index + 1 })
          return (
            <li key={document.documentId}>
              <PictureTile
                document={document}
                name={name}
                onOpen={() => {
                  setShown({ document, name })
                  setOpened(true)
                }}
              />
            </li>
          )
        })}
      </SimpleGrid>
      <Dialog opened={opened} title={shown?.name ?? ''} size="auto" onClose={() => setOpened(false)}>
        {shown !== undefined && (
          <img
            className={css.full}
            src={shown.document.url}
            alt={t('{name} in full', { name: shown.name })}
            onLoad={markTall}
          />
        )}
      </Dialog>
    </Panel>
  )
}

interface TileProps {
  readonly document: KycDocument
  readonly name: string
  readonly onOpen: () => void
}

function PictureTile({ document, name, onOpen }: TileProps) {
  const [failed, setFailed] = useState(false)
  return (
    <UnstyledButton className={css.tile} onClick={onOpen} disabled={failed}>
      <Preview>
        {failed ? (
          <IconPhotoOff size={32} stroke={1.5} />
        ) : (
          <img
            src={document.url}
            alt={t('Open {name}', { name })}
            decoding="async"
            onLoad={markTall}
            onError={() => setFailed(true)}
          />
        )}
      </Preview>
      <Caption
        name={failed ? t('{what} could not be loaded', { what: name }) : name}
        bytes={document.bytes}
      />
    </UnstyledButton>
  )
}

const Preview = ({ children }: { children: ReactNode }) => (
  <Center component="span" h={164} bg="var(--galla-sunken)" c="dimmed">
    {children}
  </Center>
)

const Caption = ({ name, bytes }: { name: string; bytes: number }) => (
  <Group component="span" gap="xs" wrap="nowrap" py="xs" px="sm" fw={550} className={css.caption}>
    <span>{name}</span>
    <Text span flex={1} c="dimmed" fz="sm" fw={400}>
      {fileSize(bytes)}
    </Text>
    <IconZoomIn size={18} color="var(--galla-accent)" />
  </Group>
)
