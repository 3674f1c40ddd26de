import { IconExternalLink } from 'virtual:icons'
import { Button, type ButtonProps } from '@mantine/core'

export const NewTabButton = (props: ButtonProps & { readonly href: string }) => (
  <Button
    component="a"
    target="_blank"
    rel="noreferrer"
    variant="default"
    rightSection={<IconExternalLink />}
    {...props}
  />
)
