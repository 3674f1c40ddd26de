import { KYC_RULES, type KycRecord } from '@galla/contract/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc-number'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import css from './kyc-page.module.css'
import { STATUS_LOOK } from './status-look.ts'

export function StatusCard({ record, onUpdate }: { record: KycRecord; onUpdate: () => void }) {
  const { title, text, Icon } = STATUS_LOOK[record.status]
  return (
    <Panel>
      <div className={css.status} data-status={record.status}>
        <span className={css.sign}>
          <Icon size={26} stroke={1.7} aria-hidden />
        </span>
        <div className={css.statusText}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {KYC_RULES[record.status].mayUpload && (
          <Button
            variant={record.status === 'rejected' ? 'filled' : 'default'}
            h={40}
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={onUpdate}
          >
            Update Documents
          </Button>
        )}
      </div>
      {record.rejectionReason !== null && (
        <div className={css.reason}>
          <strong>Reason</strong>
          <p dir="auto">{record.rejectionReason}</p>
        </div>
      )}
      <dl className={css.facts}>
        <Fact name="Document Type">{KYC_DOCUMENT_NAMES[record.documentType]}</Fact>
        <Fact name="Document Number">
          <span className={css.number}>{record.documentNumber}</span>
        </Fact>
        <Fact name="Sent">{displayWhenInFull(record.submittedAt)}</Fact>
        {record.decidedAt !== null && <Fact name="Decided">{displayWhenInFull(record.decidedAt)}</Fact>}
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
