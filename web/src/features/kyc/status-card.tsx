import { IconUpload } from 'virtual:icons'
import { KYC_RULES, type KycRecord } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Box, Button, Center, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import css from './kyc-page.module.css'
import { STATUS_LOOK } from './status-look.ts'

export function StatusCard({ record, onUpdate }: { record: KycRecord; onUpdate: () => void }) {
  const { title, text, Icon } = STATUS_LOOK[record.status]
  return (
    <Panel>
      <Group gap="16px 20px" wrap="nowrap" className={css.status} data-status={record.status}>
        <Center component="span" flex="none" w={52} h={52} bdrs="lg" className={css.sign}>
          <Icon size={26} stroke={1.7} aria-hidden />
        </Center>
        <div className={css.statusText}>
          <Title order={2} fz="lg" fw={650}>
            {title}
          </Title>
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
      </Group>
      {record.rejectionReason !== null && (
        <Box
          mt={20}
          py="sm"
          px="md"
          bdrs="sm"
          bg="var(--galla-failed-soft)"
          className={css.reason}
          style={{ borderLeft: '3px solid var(--galla-failed)' }}
        >
          <strong>Reason</strong>
          <p dir="auto" className="breaks">
            {record.rejectionReason}
          </p>
        </Box>
      )}
      <Group
        component="dl"
        gap="16px 48px"
        align="stretch"
        mt={20}
        pt={20}
        className={css.facts}
        style={{ borderTop: '1px solid var(--galla-line)' }}
      >
        <Fact name="Document Type">{KYC_DOCUMENT_NAMES[record.documentType]}</Fact>
        <Fact name="Document Number">
          <Text span lts="0.03em" className="tabular">
            {record.documentNumber}
          </Text>
        </Fact>
        <Fact name="Sent">{displayWhenInFull(record.submittedAt)}</Fact>
        {record.decidedAt !== null && <Fact name="Decided">{displayWhenInFull(record.decidedAt)}</Fact>}
      </Group>
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
