import { EVIDENCE_FORMATS, evidencePack } from '@galla/contract/evidence/evidence'
import { Group } from '@mantine/core'
import { t } from '../../locales/translate.ts'
import { useMay } from '../../session/may.ts'
import { DownloadButton } from './download-button.tsx'

/** The evidence of a payment or of some days, for a dispute. */
export function EvidenceButtons({
  of,
}: {
  of: { readonly creditId: string } | { readonly from: string; readonly to: string }
}) {
  if (!useMay()('GET /user/evidence')) return null
  return (
    <Group gap="xs" mt="sm">
      {EVIDENCE_FORMATS.toReversed().map((format) => (
        <DownloadButton
          key={format}
          endpoint={evidencePack}
          query={{ ...of, format }}
          name={`galla-evidence.${format}`}
        >
          {t('Evidence pack ({format})', { format: format.toUpperCase() })}
        </DownloadButton>
      ))}
    </Group>
  )
}
