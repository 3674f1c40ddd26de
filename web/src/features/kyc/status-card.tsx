import { IconCircleCheck, IconCircleX, IconClock, IconUpload } from 'virtual:icons'
import { KYC_RULES, type KycRecord, type KycStatus } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { When } from '../../components/display/when.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { Seal } from '../../components/feedback/seal.tsx'
import { Facts } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'

export function StatusCard({ record, onUpdate }: { record: KycRecord; onUpdate: () => void }) {
  const { title, text, Icon, tone } = STATUS_LOOK[record.status]
  const { status, rejectionReason, decidedAt } = record
  return (
    <Panel>
      <Stack gap={20}>
        <Group gap="16px 20px">
          <Seal tone={tone} size={52}>
            <Icon size={26} stroke={1.7} />
          </Seal>
          <Box flex="1 1 200px">
            <h2>{title}</h2>
            <p className="muted">{text}</p>
          </Box>
          {KYC_RULES[status].mayUpload && (
            <Button
              variant={status === 'rejected' ? 'filled' : 'default'}
              leftSection={<IconUpload />}
              onClick={onUpdate}
            >
              {t('Update Documents')}
            </Button>
          )}
        </Group>
        {rejectionReason !== null && (
          <Notice tone="failed">
            <Text fz="xs" fw={600} c="var(--galla-failed)">
              {t('Reason')}
            </Text>
            <p dir="auto">{rejectionReason}</p>
          </Notice>
        )}
        <Facts
          facts={[
            [t('Document Type'), KYC_DOCUMENT_NAMES[record.documentType]],
            [
              t('Document Number'),
              <span key="number" className="tabular">
                {record.documentNumber}
              </span>,
            ],
            [t('Sent'), <When key="sent" at={record.submittedAt} />],
            ...(decidedAt === null ? [] : ([[t('Decided'), <When key="decided" at={decidedAt} />]] as const)),
          ]}
        />
      </Stack>
    </Panel>
  )
}

/** The label and icon of each status. */
const STATUS_LOOK = {
  pending: {
    title: t('Pending Verification'),
    text: t(
      'We have received your documents and are reviewing them. We will email you when they are decided.',
    ),
    Icon: IconClock,
    tone: 'pending',
  },
  approved: {
    title: t('Verified'),
    text: t('Your documents are verified. You do not need to do anything.'),
    Icon: IconCircleCheck,
    tone: 'success',
  },
  rejected: {
    title: t('Rejected'),
    text: t('We could not accept these documents. Please read why and send them again.'),
    Icon: IconCircleX,
    tone: 'failed',
  },
} as const satisfies Record<KycStatus, object>
