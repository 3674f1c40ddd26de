import { IconPlus, IconTrash } from 'virtual:icons'
import {
  ITEM_NAME_CHARS_MAX,
  LINK_ITEMS_MAX,
  QUESTION_CHARS_MAX,
  QUESTIONS_MAX,
} from '@galla/contract/reusable-links/reusable-links'
import { ActionIcon, Button, Checkbox, Group, Input, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { EMPTY_ITEM, EMPTY_QUESTION, type LinkFieldsProps } from './link-fields.ts'

export function GroupError({ message }: { message: ReactNode }) {
  return message === undefined ? null : <Input.Error mt={5}>{message}</Input.Error>
}

const replaced = <Entry,>(entries: readonly Entry[], index: number, change: Partial<Entry>): Entry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry))

const without = <Entry,>(entries: readonly Entry[], index: number): Entry[] =>
  entries.filter((_, at) => at !== index)

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon color="failed" aria-label={label} onClick={onClick}>
      <IconTrash />
    </ActionIcon>
  )
}

export function ItemList({ form: { values, errors, setValues: set } }: LinkFieldsProps) {
  const { items } = values
  return (
    <Stack gap="xs">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no internal state
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
      px="xs"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconPlus />}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

export function QuestionList({ form: { values, errors, setValues: set } }: LinkFieldsProps) {
  const { questions } = values
  return (
    <Stack gap="xs">
      <Text fw={550} fz="sm">
        {t('Questions')}
      </Text>
      <Text c="dimmed" fz="sm">
        {t(
          'Customers always give their name. You can ask up to {max} more questions. The answers are saved with the order.',
          { max: QUESTIONS_MAX },
        )}
      </Text>
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no internal state
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
