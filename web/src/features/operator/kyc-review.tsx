import { IconArrowLeft, IconIdBadge2 } from 'virtual:icons'
import { operatorKycDetail } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallFailure, callEndpoint } from '../../api/api.ts'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { When } from '../../components/display/when.tsx'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { OldData } from '../../components/feedback/old-data.tsx'
import { LoadError, ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Facts } from '../../components/layout/facts.tsx'
import { PageTitle } from '../../components/layout/page-title.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { operatorMerchantPath, paths } from '../../paths.ts'
import { queryKeys } from '../../query-keys.ts'
import { KycDecision } from './kyc-decision.tsx'
import { KycDocuments } from './kyc-documents.tsx'
import { KycBadge } from './kyc-labels.tsx'
import css from './kyc-review.module.css'
import page from './merchant-page.module.css'

const WORDS = {
  failed: 'The documents could not be loaded',
  unreachable: 'The documents could not be loaded',
}
const VIEWS_SHOWN = 5

function useReview(merchantId: string) {
  return useQuery({
    queryKey: queryKeys.operator.kycReview(merchantId),
    queryFn: async ({ signal }) =>
      (await callEndpoint(operatorKycDetail, { params: { merchantId }, signal })).data,
  })
}

type Review = NonNullable<ReturnType<typeof useReview>['data']>

/** One merchant's documents beside what he wrote, and the decision. */
export function KycReview({ merchantId }: { merchantId: string }) {
  const review = useReview(merchantId)
  return (
    <>
      <Link to={paths.operatorKyc} className={page.back ?? ''}>
        <IconArrowLeft size={16} aria-hidden />
        KYC queue
      </Link>
      {review.data !== undefined ? (
        <Loaded
          review={review.data}
          old={review.isError && <OldData error={review.error} words={WORDS} onRetry={review.refetch} />}
        />
      ) : review.isError ? (
        <NotLoaded error={review.error} retry={() => void review.refetch()} />
      ) : (
        <>
          <PageTitle title="Documents" line={<Skeleton h={14} w={220} mt={4} />} />
          <div className={css.columns} role="status" aria-busy="true" aria-label="Loading the documents">
            <Skeleton h={420} radius="lg" />
            <Skeleton h={320} radius="lg" />
          </div>
        </>
      )}
    </>
  )
}

function NotLoaded({ error, retry }: { error: unknown; retry: () => void }) {
  const none = error instanceof CallFailure && (error.status === 404 || error.status === 400)
  return (
    <>
      <PageTitle title="Documents" />
      <Panel>
        {none ? (
          <ScreenMessage
            Icon={IconIdBadge2}
            title="No documents"
            text="This merchant has sent nothing to be verified."
          />
        ) : (
          <LoadError message={failureMessage(error, WORDS)} onRetry={retry} />
        )}
      </Panel>
    </>
  )
}

function Loaded({ review, old }: { review: Review; old: ReactNode }) {
  return (
    <>
      <PageTitle
        title={review.merchantName}
        line={review.merchantEmail}
        actions={<KycBadge status={review.status} />}
      />
      {old}
      <div className={css.columns}>
        <KycDocuments documents={review.documents} />
        <Stack gap="md" miw={0}>
          <Panel title="What the merchant wrote">
            <Text c="dimmed">{KYC_DOCUMENT_NAMES[review.documentType]}</Text>
            <Group
              component="p"
              gap={4}
              wrap="nowrap"
              mb="md"
              fz="xl"
              fw={650}
              lts="0.02em"
              className="breaks"
            >
              <span className="mono">{review.documentNumber}</span>
              <CopyIcon text={review.documentNumber} what="document number" />
            </Group>
            <Facts
              facts={[
                ['Sent', displayWhenInFull(review.submittedAt)],
                ['Decided', review.decidedAt === null ? 'Not yet' : displayWhenInFull(review.decidedAt)],
                [
                  'Merchant',
                  <Link key="merchant" to={operatorMerchantPath(review.merchantId)}>
                    {review.merchantName}
                  </Link>,
                ],
              ]}
            />
            {review.rejectionReason !== null && (
              <Box
                component="p"
                mt="md"
                py={10}
                px="sm"
                bdrs="md"
                c="var(--galla-failed)"
                bg="var(--galla-failed-soft)"
                className="breaks"
              >
                Rejected: {review.rejectionReason}
              </Box>
            )}
            <KycDecision review={review} />
          </Panel>
          <Earlier review={review} />
        </Stack>
      </div>
    </>
  )
}

function Earlier({ review }: { review: Review }) {
  const earlier = review.history.filter(({ submissionId }) => submissionId !== review.submissionId)
  return (
    <Panel title="Looked at and sent before" note="Times in India (IST).">
      <Stack component="ul" gap={0} className={`plain-list ${page.list}`}>
        {review.views.slice(0, VIEWS_SHOWN).map(({ documentId, viewer, at }) => (
          <li key={`${documentId} ${at}`}>
            <Text span miw={0} className="breaks">
              {viewer === 'operator' ? 'Seen by an operator' : 'Seen by the merchant'}
            </Text>
            <When at={at} exact />
          </li>
        ))}
        {earlier.map((each) => (
          <li key={each.submissionId}>
            <Text span miw={0} className="breaks">
              <Box component="strong" display="block" fw={550}>
                {KYC_DOCUMENT_NAMES[each.documentType]},{' '}
                <Text className="mono" span c="dimmed" fz="xs">
                  {each.documentNumber}
                </Text>
              </Box>
              <Text span c="dimmed" fz="xs">
                {each.rejectionReason ?? 'Replaced by the merchant'}
              </Text>
            </Text>
            <When at={each.submittedAt} />
          </li>
        ))}
      </Stack>
      {review.views.length + earlier.length === 0 && (
        <p className="muted">Nobody has looked at these yet, and no others were sent before them.</p>
      )}
    </Panel>
  )
}
