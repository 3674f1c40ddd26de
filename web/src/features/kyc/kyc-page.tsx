import { KYC_RULES, type KycRecord } from '@galla/contract/kyc/kyc'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { WithAside } from '../../components/display/with-aside.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { DocumentGallery } from './document-gallery.tsx'
import { KycForm } from './kyc-form.tsx'
import { useKyc } from './kyc-query.ts'
import { KycSkeleton } from './kyc-skeleton.tsx'
import { StatusCard } from './status-card.tsx'
import { WhatHappens } from './what-happens.tsx'

export function KycPage() {
  const { data: record } = useKyc()
  return (
    <>
      <PageTitle title={t('KYC')} line={t('Your identity documents, and what became of them.')} />
      {record === undefined && <KycSkeleton />}
      {record === null && <FirstUpload />}
      {record && <Uploaded record={record} />}
    </>
  )
}

function FirstUpload() {
  const { id: userId } = useUser()
  return (
    <WithAside>
      <Panel title={t('Start Your KYC Verification')} note={t('One identity document, front and back.')}>
        <KycForm key={userId} onDone={() => {}} />
      </Panel>
      <WhatHappens />
    </WithAside>
  )
}

function Uploaded({ record }: { record: KycRecord }) {
  const { id: userId } = useUser()
  const [updating, setUpdating] = useState(false)
  return (
    <Stack gap="lg">
      <StatusCard record={record} onUpdate={() => setUpdating(true)} />
      <DocumentGallery documents={record.documents} />
      <Dialog
        opened={updating && KYC_RULES[record.status].mayUpload}
        title={t('Update Documents')}
        size={720}
        onClose={() => setUpdating(false)}
      >
        <Text mb={20} c="dimmed">
          {t('They take the place of those you sent before, which stay on record.')}
        </Text>
        <KycForm key={userId} onDone={() => setUpdating(false)} />
      </Dialog>
    </Stack>
  )
}
