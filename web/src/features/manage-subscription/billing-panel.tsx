import { SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { LoadError } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { BillingForm } from './billing-form.tsx'
import { billingQuery } from './billing-query.ts'

/** What stands on invoices to come. */
export function BillingPanel({ isPlaced }: { isPlaced: boolean }) {
  const billing = useQuery(billingQuery)
  return (
    <Panel
      title={t('Billing details')}
      note={t('What stands on your invoices from now on. Invoices that exist stay as they are.')}
    >
      {isPlaced && billing.data !== undefined && <BillingForm saved={billing.data} />}
      {(!isPlaced || billing.isPending) && <FormSkeleton />}
      {isPlaced && billing.data === undefined && billing.isError && (
        <LoadError
          message={failureMessage(billing.error, t('Failed to fetch billing details'))}
          onRetry={() => void billing.refetch()}
        />
      )}
    </Panel>
  )
}

function FormSkeleton() {
  return (
    <SimpleGrid
      cols={{ base: 1, sm: 2 }}
      spacing="md"
      verticalSpacing={20}
      style={{ alignItems: 'start' }}
      role="status"
      aria-busy="true"
      aria-label={t('Loading billing details')}
    >
      {['name', 'gstin', 'address', 'state'].map((field) => (
        <div key={field}>
          <Skeleton h={14} w={110} mt={3} mb={9} />
          <Skeleton h={40} />
        </div>
      ))}
    </SimpleGrid>
  )
}
