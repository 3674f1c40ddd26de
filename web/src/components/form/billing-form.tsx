import { GST_STATES, isGstin, stateOfGstin } from '@galla/contract/accounting/gstin'
import { type BillingDetails, billingDetails, saveBillingDetails } from '@galla/contract/accounting/invoices'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { ActionButton } from '../feedback/action-button.tsx'
import { toastSuccess } from '../feedback/toast.tsx'
import { messagesOf } from './form-errors.ts'
import { useCheckedForm } from './use-checked-form.ts'

type Fields = Record<'legalName' | 'address' | 'stateCode' | 'gstin', string>

const EMPTY: Fields = { legalName: '', address: '', stateCode: '', gstin: '' }

const STATES = [
  { value: '', label: t('Choose a state'), disabled: true },
  ...Object.entries(GST_STATES)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label)),
]

export function BillingForm({ saved }: { saved: BillingDetails | null }) {
  const queryClient = useQueryClient()
  const { form, formProps, showFailure, clear } = useCheckedForm<Fields>({
    initialValues: { ...EMPTY, ...saved },
    validate: (fields) => messagesOf(billingDetails, fields),
    draft: { name: 'billing-details' },
  })
  const save = useMutation({
    mutationFn: (fields: Fields) => callEndpoint(saveBillingDetails, { body: fields }),
    onSuccess: ({ data, msg }) => {
      queryClient.setQueryData(queryKeys.billingDetails, data)
      clear(data)
      toastSuccess(msg || t('Billing details saved'))
    },
    onError: (error) => showFailure(error, t('Failed to save billing details')),
  })
  return (
    <form {...formProps((fields) => save.mutate(fields))}>
      <BillingFieldset form={form} />
      <ActionButton type="submit" mt={20} busy={save.isPending} busyLabel={t('Saving...')}>
        {t('Save billing details')}
      </ActionButton>
    </form>
  )
}

function BillingFieldset({ form }: { form: UseFormReturnType<Fields> }) {
  const gstin = form.getInputProps('gstin')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20} style={{ alignItems: 'start' }}>
      <TextInput
        label={t('Legal name')}
        required
        autoComplete="organization"
        maxLength={MAX_LENGTH.name}
        {...form.getInputProps('legalName')}
      />
      <TextInput
        label={t('GSTIN')}
        name="gstin"
        description={t('Leave empty if you have none')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={15}
        {...gstin}
        onChange={(event) => {
          const typed = event.currentTarget.value.toUpperCase()
          form.setFieldValue('gstin', typed)
          // The first two digits of a GSTIN are the state code.
          if (isGstin(typed)) form.setFieldValue('stateCode', stateOfGstin(typed))
        }}
      />
      <Textarea
        label={t('Address')}
        required
        rows={3}
        autoComplete="street-address"
        maxLength={MAX_LENGTH.address}
        {...form.getInputProps('address')}
      />
      <NativeSelect
        label={t('State [of India]')}
        required
        autoComplete="address-level1"
        description={t('Decides whether CGST with SGST, or IGST applies')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={STATES}
        {...form.getInputProps('stateCode')}
      />
    </SimpleGrid>
  )
}
