import { Box, Text } from '@mantine/core'

interface QuoteProps {
  /** The lines of the quote; null and empty lines are left out. */
  readonly text: readonly (string | null)[]
  readonly from?: string
}

/** A text that someone else wrote: a bank's message or a colleague's note. */
export function Quote({ text, from }: QuoteProps) {
  return (
    <Box
      component="figure"
      mt="xs"
      pl={14}
      c="var(--galla-text)"
      style={{ borderLeft: '3px solid var(--galla-line)' }}
    >
      <Box component="blockquote" m={0} className="breaks" style={{ whiteSpace: 'pre-wrap' }}>
        {text.filter((line) => line !== null && line !== '').join('\n')}
      </Box>
      {from !== undefined && (
        <Text component="figcaption" mt={4} c="dimmed" fz="xs">
          {from}
        </Text>
      )}
    </Box>
  )
}
