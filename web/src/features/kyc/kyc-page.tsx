import { IconEye, IconLock, IconMail } from 'virtual:icons'
import { KYC_RULES, type KycRecord, kycStatus } from '@galla/contract/kyc/kyc'
import { Box, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchData } from '../../api/api.ts'
import { WithAside } from '../../components/display/with-aside.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'
import { DocumentGallery } from './document-gallery.tsx'
import { KycForm } from './kyc-form.tsx'
import { StatusCard } from './status-card.tsx'

export function KycPage() {
  const { data: record } = useKyc()
  return (
    <>
      <PageTitle title={t('KYC')} line={t('Your identity documents and their status.')} />
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
          {t(
            'The new documents replace the ones you sent before. The earlier ones are deleted after 90 days.',
          )}
        </Text>
        <KycForm key={userId} onDone={() => setUpdating(false)} />
      </Dialog>
    </Stack>
  )
}

/** The latest submission, or null. A failure to load is only logged: the page then looks as before the first upload. */
const kycQuery = queryOptions({
  queryKey: queryKeys.kyc,
  queryFn: async ({ signal, client }): Promise<KycRecord | null> => {
    try {
      return await fetchData(kycStatus, { signal })
    } catch (error) {
      if (signal.aborted) throw error
      console.error('The KYC status could not be loaded', error)
      return client.getQueryData<KycRecord | null>(queryKeys.kyc) ?? null
    }
  },
})

const useKyc = () => useQuery(kycQuery)

/** The placeholder has the shape of a submitted record, the most common case. */
function KycSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" role="status" aria-label={t('Loading your KYC status')}>
      <Panel>
        <Group gap="16px 20px" wrap="nowrap" mb={20}>
          <Skeleton h={52} w={52} radius="lg" />
          <Box flex={1}>
            <Skeleton h={20} w={180} mb={6} />
            <Skeleton h={16} w="70%" />
          </Box>
        </Group>
        <Skeleton h={40} w="60%" />
      </Panel>
      <Panel>
        <Skeleton h={20} w={180} mb={8} />
        <Skeleton h={16} w="60%" mb={20} />
        <SimpleGrid cols={{ base: 1, sm: 3, lg: 4 }}>
          <Skeleton h={208} radius="md" />
          <Skeleton h={208} radius="md" />
        </SimpleGrid>
      </Panel>
    </Stack>
  )
}

const STEPS = [
  {
    Icon: IconLock,
    title: t('Stored encrypted'),
    text: t(
      'Hidden data in pictures, such as the location, is removed. Files are encrypted with your own key.',
    ),
  },
  {
    Icon: IconEye,
    title: t('Seen by reviewers only'),
    text: t('A reviewer compares the number with the document. Every view is logged.'),
  },
  {
    Icon: IconMail,
    title: t('You get an email'),
    text: t(
      'The email says that you are verified, or what is missing. Then you can send the documents again.',
    ),
  },
] as const

/** Explains what happens to a document before it is uploaded. */
function WhatHappens() {
  return (
    <Panel title={t('How we handle your documents')}>
      <Stack component="ul" gap={18} className="plain-list">
        {STEPS.map(({ Icon, title, text }) => (
          <Group key={title} component="li" gap="sm" align="flex-start" wrap="nowrap">
            <Icon size={20} stroke={1.7} color="var(--galla-accent)" />
            <div>
              <Text fw={600}>{title}</Text>
              <p className="muted">{text}</p>
            </div>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
