import { Stack } from '@mantine/core'
import { CodeSample } from './guide/code/code-sample.tsx'
import { PRINTING_RECEIVER, PRINTING_START } from './guide/code/printing-receiver.ts'

/** A receiver that prints every notification, and the commands that start it. */
export function QuickstartReceiver() {
  return (
    <>
      <CodeSample what="Quickstart: receive webhooks" samples={PRINTING_RECEIVER} />
      <p>Save the file under the name in its command, then start it:</p>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        {Object.entries(PRINTING_START).map(([language, line]) => (
          <li key={language}>
            <code>{line}</code>
          </li>
        ))}
      </Stack>
    </>
  )
}
