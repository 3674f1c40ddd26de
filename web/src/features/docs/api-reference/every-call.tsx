import { Box, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fetchOwnJson } from '../../../api/api.ts'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { OPENAPI_PATH } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
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
  const search = useId()
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
      <label className={css.filter} htmlFor={search}>
        Filter the calls
        <input
          id={search}
          type="search"
          placeholder="order, webhook, POST ..."
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <p className={css.count} role="status">
        {count} {count === 1 ? 'call' : 'calls'}
      </p>
      {count === 0 && <p className={css.none}>No call has all of these words.</p>}
      {groups.map(([group, calls]) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          {calls.map((call) => (
            <OneCall key={`${call.method} ${call.path}`} call={call} document={read.data} />
          ))}
        </section>
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
    <Stack gap="md" miw={0} className={css.description}>
      <p>
        {operation.description ?? operation.summary}. Access: {accessOf(operation)}.
      </p>
      <Fields title="Parameters" document={document} schema={asked} sent />
      <Fields title="Request" document={document} schema={bodySchema(operation)} sent />
      <Fields title="Reply" document={document} schema={replySchema(document, operation)} />
      {refused.length > 0 && (
        <>
          <h4>Errors</h4>
          <Stack component="ul" gap={0} fz="sm" className={`plain-list ${css.errors}`}>
            {refused.map(({ status, description }) => (
              <li key={status}>
                <strong>{status}</strong>
                <span>
                  {description.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                </span>
              </li>
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

function Fields({ title, document, schema, sent = false }: FieldsProps) {
  const rows = schema === undefined ? [] : schemaRows(document, schema)
  if (rows.length === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <table className={css.fields}>
        <VisuallyHidden component="caption">{title}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, depth, type, required, about }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names repeat at depths
            <tr key={index}>
              <th scope="row" data-depth={depth}>
                <code>{name}</code>
                {sent && required && <em>required</em>}
              </th>
              <td>
                {type}
                {about !== '' && <span className={css.about}>{about}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const SHAPES = [3, 5, 4] as const

const Loading = () => (
  <Stack gap="xs" role="status" aria-label="Loading the list of calls">
    {SHAPES.map((rows) => (
      <Stack key={rows} gap="xs">
        <Box
          component="span"
          bdrs="md"
          bg="var(--galla-sunken)"
          w={140}
          h={20}
          mt="sm"
          mb={4}
          display="block"
        />
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all the same
          <span key={row} className={css.rowShape} />
        ))}
      </Stack>
    ))}
  </Stack>
)
