import { IconExternalLink, IconPhotoOff } from 'virtual:icons'
import type { KycDocument } from '@galla/contract/kyc/kyc'
import { Button, Center, Group, Paper, Stack } from '@mantine/core'
import { useState } from 'react'
import { markTall } from '../../../components/display/tall-picture.ts'
import { byteLabel } from '../byte-labels.ts'
import css from './kyc-review.module.css'

/** A merchant's documents: one large, the others as thumbnails. */
export function KycDocuments({ documents }: { documents: readonly KycDocument[] }) {
  const [chosen, setChosen] = useState(0)
  const shown = documents[chosen] ?? documents[0]
  if (shown === undefined)
    return (
      <Center bdrs="md" bg="var(--galla-sunken)" className={css.stage}>
        No files.
      </Center>
    )
  const number = documents.indexOf(shown) + 1
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      top={77}
      p="md"
      pos={{ base: 'static', lg: 'sticky' }}
      aria-label="Documents"
    >
      <Center bdrs="md" bg="var(--galla-sunken)" className={css.stage}>
        <Picture key={shown.documentId} document={shown} number={number} />
      </Center>
      <Group gap="sm" justify="space-between" wrap="nowrap" pt="sm">
        <span className="muted">
          Document {number} of {documents.length}, <span className="nowrap">{byteLabel(shown.bytes)}</span>
        </span>
        <Button
          component="a"
          href={shown.url}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          px="xs"
          rightSection={<IconExternalLink size={14} />}
        >
          Open full size
        </Button>
      </Group>
      {documents.length > 1 && (
        <Group gap="xs" pt="sm">
          {documents.map(({ documentId }, index) => (
            <Button
              key={documentId}
              variant={index === number - 1 ? 'light' : 'default'}
              px="sm"
              aria-pressed={index === number - 1}
              onClick={() => setChosen(index)}
            >
              Image {index + 1}
            </Button>
          ))}
        </Group>
      )}
    </Paper>
  )
}

function Picture({ document: { url }, number }: { document: KycDocument; number: number }) {
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <Stack component="p" gap="sm" align="center" p="lg" c="dimmed" ta="center" role="alert">
        <IconPhotoOff size={40} stroke={1.4} />
        The picture could not be loaded.
        <Button variant="default" onClick={() => setFailed(false)}>
          Try Again
        </Button>
      </Stack>
    )
  return <img src={url} alt={`Document ${number}`} onLoad={markTall} onError={() => setFailed(true)} />
}
