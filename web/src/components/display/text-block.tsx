import { Box, Group } from '@mantine/core'
import { CopyIcon } from './copy-button.tsx'
import css from './text-block.module.css'

/** A titled block of preformatted text, such as the body of a webhook. */
export function TextBlock({ title, text }: { title: string; text: string }) {
  return (
    <Box component="section" mb="sm" aria-label={title}>
      <Group component="header" gap="8px 12px" justify="space-between">
        <small className="muted">{title}</small>
        <CopyIcon text={text} what={title.toLowerCase()} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable block must be reachable by keyboard */}
      <pre tabIndex={0} className={css.text}>
        {text}
      </pre>
    </Box>
  )
}
