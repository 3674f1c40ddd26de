import { IconPlus, IconTrash } from 'virtual:icons'
import {
  ITEM_NAME_CHARS_MAX,
  LINK_ITEMS_MAX,
  LINK_TEXT_CHARS_MAX,
  LINK_TITLE_CHARS_MAX,
  QUESTION_CHARS_MAX,
  QUESTIONS_MAX,
} from '@galla/contract/reusable-links/reusable-links'
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { FieldMessages } from '../../components/form/form-errors.ts'
import { t } from '../../locales/translate.ts'
import { EMPTY_ITEM, EMPTY_QUESTION, type LinkFields } from './link-fields.ts'

interface FieldsetProps {
  readonly fields: LinkFields
  /** One message for a group of fields: those of the price stand together. */
  readonly errors: FieldMessages
  readonly set: (change: Partial<LinkFields>) => void
}

const KINDS = [
  { value: 'fixed', label: t('A fixed amount') },
  { value: 'choice', label: t('The customer chooses the amount') },
  { value: 'items', label: t('Items with a quantity') },
]

export function TextFields({ fields, errors, set }: FieldsetProps) {
  return (
    <>
      <TextInput
        label={t('What the payment is for')}
        name="title"
        placeholder={t('Yoga classes in November')}
        required
        maxLength={LINK_TITLE_CHARS_MAX}
        autoComplete="off"
        value={fields.title}
        error={errors.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        name="description"
        placeholder={t('Optional')}
        autosize
        minRows={2}
        maxLength={LINK_TEXT_CHARS_MAX}
        value={fields.description}
        error={errors.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Textarea
        label={t('Thank-you text')}
        name="thanks"
        description={t('Customers read it after the payment')}
        placeholder={t('Optional')}
        autosize
        minRows={2}
        maxLength={LINK_TEXT_CHARS_MAX}
        value={fields.thanks}
        error={errors.thanks}
        onChange={(event) => set({ thanks: event.currentTarget.value })}
      />
    </>
  )
}

export function PriceFields({ fields, errors, set }: FieldsetProps) {
  return (
    <>
      <NativeSelect
        label={t('Amount')}
        name="kind"
        data={KINDS}
        value={fields.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as LinkFields['kind'] })}
      />
      {fields.kind === 'fixed' && (
        <RupeeField
          label={t('Rupees')}
          value={fields.amount}
          error={errors.price}
          onChange={(amount) => set({ amount })}
        />
      )}
      {fields.kind === 'choice' && (
        <div>
          <SimpleGrid cols={2}>
            <RupeeField label={t('Least, in rupees')} value={fields.min} onChange={(min) => set({ min })} />
            <RupeeField label={t('Most, in rupees')} value={fields.max} onChange={(max) => set({ max })} />
          </SimpleGrid>
          <GroupError message={errors.price} />
        </div>
      )}
      {fields.kind === 'items' && <ItemList fields={fields} errors={errors} set={set} />}
    </>
  )
}

function RupeeField(props: {
  label: string
  value: string
  error?: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <TextInput
      label={props.label}
      name="price"
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

function GroupError({ message }: { message: string | undefined }) {
  return message === undefined ? null : <Input.Error mt={5}>{message}</Input.Error>
}

const replaced = <Entry,>(entries: readonly Entry[], index: number, change: Partial<Entry>): Entry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry))

const without = <Entry,>(entries: readonly Entry[], index: number): Entry[] =>
  entries.filter((_, at) => at !== index)

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="failed" size={36} aria-label={label} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}

function ItemList({ fields: { items }, errors, set }: FieldsetProps) {
  return (
    <Stack gap="xs">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('Item {number}', { number: index + 1 })}
            name="price"
            placeholder={t('Item')}
            maxLength={ITEM_NAME_CHARS_MAX}
            autoComplete="off"
            value={item.name}
            onChange={(event) => set({ items: replaced(items, index, { name: event.currentTarget.value }) })}
          />
          <TextInput
            w={96}
            aria-label={t('Price of item {number}, in rupees', { number: index + 1 })}
            placeholder={t('Rupees')}
            inputMode="decimal"
            maxLength={10}
            autoComplete="off"
            value={item.price}
            onChange={(event) => set({ items: replaced(items, index, { price: event.currentTarget.value }) })}
          />
          {items.length > 1 && (
            <RemoveButton
              label={t('Remove item {number}', { number: index + 1 })}
              onClick={() => set({ items: without(items, index) })}
            />
          )}
        </Group>
      ))}
      <GroupError message={errors.price} />
      {items.length < LINK_ITEMS_MAX && (
        <AddButton label={t('Add item')} onClick={() => set({ items: [...items, EMPTY_ITEM] })} />
      )}
    </Stack>
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      h={36}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

export function QuestionList({ fields: { questions }, errors, set }: FieldsetProps) {
  return (
    <Stack gap="xs">
      <Text fw={550} fz="sm">
        {t('Questions')}
      </Text>
      <Text c="dimmed" fz="sm">
        {t(
          'Customers always give their name. Ask up to {max} more things; you find the answers with the order.',
          { max: QUESTIONS_MAX },
        )}
      </Text>
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields hold no state of their own
        <Group key={index} gap="xs">
          <TextInput
            flex="1 1 180px"
            aria-label={t('Question {number}', { number: index + 1 })}
            name="questions"
            placeholder={t('Which batch?')}
            maxLength={QUESTION_CHARS_MAX}
            autoComplete="off"
            value={question.label}
            onChange={(event) =>
              set({ questions: replaced(questions, index, { label: event.currentTarget.value }) })
            }
          />
          <Group gap="xs" wrap="nowrap">
            <Checkbox
              label={t('Required')}
              checked={question.isRequired}
              onChange={(event) =>
                set({ questions: replaced(questions, index, { isRequired: event.currentTarget.checked }) })
              }
            />
            <RemoveButton
              label={t('Remove question {number}', { number: index + 1 })}
              onClick={() => set({ questions: without(questions, index) })}
            />
          </Group>
        </Group>
      ))}
      <GroupError message={errors.questions} />
      {questions.length < QUESTIONS_MAX && (
        <AddButton
          label={t('Add question')}
          onClick={() => set({ questions: [...questions, EMPTY_QUESTION] })}
        />
      )}
    </Stack>
  )
}

export function LimitFields({ fields, errors, set }: FieldsetProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('Last day')}
        name="lastDay"
        description={t('Empty: it does not end')}
        type="date"
        value={fields.lastDay}
        error={errors.lastDay}
        onChange={(event) => set({ lastDay: event.currentTarget.value })}
      />
      <TextInput
        label={t('Payments at most')}
        name="usesMax"
        description={t('Empty: any number')}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        value={fields.usesMax}
        error={errors.usesMax}
        onChange={(event) => set({ usesMax: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
