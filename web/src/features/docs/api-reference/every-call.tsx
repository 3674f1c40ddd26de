import { Box, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchOwnJson } from '../../../api/api.ts'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { OPENAPI_PATH } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { CodeName } from '../guide/code-name.tsx'
import { FactTable, Required } from '../guide/field-table.tsx'
import {
  type ApiDocument,
  accessOf,
  bodySchema,
  type ListedCall,
  listedCalls,
  refusalsIn,
  replySchema,
  type Schema,
  schemaRows,
} from './document-shape.ts'
import css from './every-call.module.css'

/** Every call of the OpenAPI document, rendered from the document itself. */
export function EveryCall() {
  const [wanted, setWanted] = useState('')
  const read = useQuery({
    queryKey: queryKeys.openApi,
    queryFn: async ({ signal }) => (await fetchOwnJson(OPENAPI_PATH, signal)) as ApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (read.isError)
    return <LoadError message="The list of calls could not be loaded" onRetry={() => void read.refetch()} />
  if (read.isPending) return <Loading />
  const groups = listedCalls(read.data, wanted)
  const count = groups.reduce((sum, [, calls]) => sum + calls.length, 0)
  return (
    <Stack gap="md" miw={0} className={css.all}>
      <TextInput
        type="search"
        maw={420}
        label="Filter the calls"
        placeholder="order, webhook, POST ..."
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <Text fz="sm" c="dimmed" role="status">
        {count} {count === 1 ? 'call' : 'calls'}
      </Text>
      {count === 0 && <p className="muted">No call matches all of these words.</p>}
      {groups.map(([group, calls]) => (
        <Stack key={group} component="section" gap="xs" aria-label={group}>
          <Title order={3} fz="md" mt="sm">
            {group}
          </Title>
          {calls.map((call) => (
            <OneCall key={`${call.method} ${call.path}`} call={call} document={read.data} />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

function OneCall({ call, document }: { call: ListedCall; document: ApiDocument }) {
  const [open, setOpen] = useState(false)
  const { method, path, operation } = call
  return (
    <details className={css.call} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={css.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <Text span fz="sm" c="dimmed" className={css.summary}>
          {operation.summary}
        </Text>
      </summary>
      {open && <CallDetails call={call} document={document} />}
    </details>
  )
}

function CallDetails({ call: { operation }, document }: { call: ListedCall; document: ApiDocument }) {
  const { parameters = [] } = operation
  const asked: Schema = {
    properties: Object.fromEntries(
      parameters.map(({ name, in: where, schema }) => [name, { ...schema, description: `in the ${where}` }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  const refused = refusalsIn(document, operation)
  return (
    <Stack gap="md" miw={0} p={14}>
      <p>
        {operation.description ?? operation.summary}. Access: {accessOf(operation)}.
      </p>
      <Fields title="Parameters" document={document} schema={asked} sent />
      <Fields title="Request" document={document} schema={bodySchema(operation)} sent />
      <Fields title="Reply" document={document} schema={replySchema(document, operation)} />
      {refused.length > 0 && (
        <>
          <h4>Errors</h4>
          <Stack component="ul" gap="xs" className="plain-list">
            {refused.map(({ status, description }) => (
              <Group key={status} component="li" wrap="nowrap" align="flex-start">
                <strong>{status}</strong>
                <Box miw={0} className="breaks">
                  {description.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </Box>
              </Group>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}

interface FieldsProps {
  readonly title: string
  readonly document: ApiDocument
  readonly schema: Schema | undefined
  readonly sent?: boolean
}

const INDENT = 16

function Fields({ title, document, schema, sent = false }: FieldsProps) {
  const rows = schema === undefined ? [] : schemaRows(document, schema)
  if (rows.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <FactTable
        caption={title}
        heads={['Field', 'Type']}
        rows={rows.map(({ name, depth, type, required, about }, index) => ({
          // Names repeat at depths.
          key: `${index} ${name}`,
          left: (
            <Box pl={INDENT * depth}>
              <CodeName name={name} />
              {sent && required && <Required />}
            </Box>
          ),
          right: (
            <>
              {type}
              {about !== '' && <Text c="dimmed">{about}</Text>}
            </>
          ),
        }))}
      />
    </>
  )
}

const SHAPES = [3, 5, 4] as const

const Loading = () => (
  <Stack gap="xs" role="status" aria-label="Loading the list of calls">
    {SHAPES.map((rows) => (
      <Stack key={rows} gap="xs">
        <Skeleton w={140} h={20} mt="sm" mb={4} />
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all the same
          <Skeleton key={row} h={44} />
        ))}
      </Stack>
    ))}
  </Stack>
)
