import { IconIdBadge2 } from 'virtual:icons'
import type { ReplyOf } from '@galla/contract/endpoint'
import { operatorKycDetail } from '@galla/contract/kyc/kyc'
import { KYC_DOCUMENT_NAMES } from '@galla/contract/kyc/kyc-number'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useData } from '../../../api/use-data.ts'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { Line, Lines } from '../../../components/display/lines.tsx'
import { When } from '../../../components/display/when.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { Facts } from '../../../components/layout/facts.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { operatorMerchantPath, paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { RecordDetail } from '../record-detail.tsx'
import { KycDecision } from './kyc-decision.tsx'
import { KycDocuments } from './kyc-documents.tsx'
import { KycBadge } from './kyc-labels.tsx'
import css from './kyc-review.module.css'

const VIEWS_SHOWN = 5

type Review = ReplyOf<typeof operatorKycDetail>['data']

/** A merchant's documents beside their details, and the decision. */
export function KycReview({ merchantId }: { merchantId: string }) {
  const query = useData(queryKeys.operator.kycReview(merchantId), operatorKycDetail, {
    params: { merchantId },
  })
  return (
    <RecordDetail
      list={{ to: paths.operatorKyc, name: 'KYC queue' }}
      title="Documents"
      query={query}
      failure="The documents could not be loaded"
      missing={{
        Icon: IconIdBadge2,
        title: 'No documents',
        text: 'This merchant has not sent any documents.',
      }}
      skeleton={
        <div className={css.columns} role="status" aria-busy="true" aria-label="Loading the documents">
          <Skeleton h={420} radius="lg" />
          <Skeleton h={320} radius="lg" />
        </div>
      }
    >
      {(review, old) => <Loaded review={review} old={old} />}
    </RecordDetail>
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
          <Written review={review} />
          <Earlier review={review} />
        </Stack>
      </div>
    </>
  )
}

function Written({ review }: { review: Review }) {
  return (
    <Panel title="Details from the merchant">
      <Text c="dimmed">{KYC_DOCUMENT_NAMES[review.documentType]}</Text>
      <Group component="p" gap={4} wrap="nowrap" mb="md" fz="xl" fw={650} lts="0.02em" className="breaks">
        <span className="mono">{review.documentNumber}</span>
        <CopyIcon text={review.documentNumber} what="document number" />
      </Group>
      <Facts
        facts={[
          ['Sent', <When key="sent" at={review.submittedAt} />],
          ['Decided', review.decidedAt === null ? 'Not yet' : <When key="decided" at={review.decidedAt} />],
          [
            'Merchant',
            <Link key="merchant" to={operatorMerchantPath(review.merchantId)}>
              {review.merchantName}
            </Link>,
          ],
        ]}
      />
      {review.rejectionReason !== null && (
        <Notice tone="failed" mt="md">
          Rejected: {review.rejectionReason}
        </Notice>
      )}
      <KycDecision review={review} />
    </Panel>
  )
}

function Earlier({ review }: { review: Review }) {
  const earlier = review.history.filter(({ submissionId }) => submissionId !== review.submissionId)
  return (
    <Panel title="Earlier views and documents">
      <Lines>
        {review.views.slice(0, VIEWS_SHOWN).map(({ documentId, viewer, at }) => (
          <Line
            key={`${documentId} ${at}`}
            title={viewer === 'operator' ? 'Viewed by an operator' : 'Viewed by the merchant'}
          >
            <When at={at} exact />
          </Line>
        ))}
        {earlier.map((each) => (
          <Line
            key={each.submissionId}
            title={
              <>
                {KYC_DOCUMENT_NAMES[each.documentType]}, <span className="mono">{each.documentNumber}</span>
              </>
            }
            note={each.rejectionReason ?? 'Replaced by the merchant'}
          >
            <When at={each.submittedAt} />
          </Line>
        ))}
      </Lines>
      {review.views.length + earlier.length === 0 && (
        <p className="muted">No one has viewed these documents yet. There are no earlier documents.</p>
      )}
    </Panel>
  )
}
