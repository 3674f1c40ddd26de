import { IconCloudUpload, IconFileAlert, IconFileTypePdf, IconX } from 'virtual:icons'
import { KYC_FILES_MAX, KYC_MEDIA_TYPES } from '@galla/contract/kyc/kyc'
import { ActionIcon, Center, Group, Input, SimpleGrid, Stack, Text } from '@mantine/core'
import { type DragEvent, useId, useState } from 'react'
import { Notice } from '../../components/feedback/notice.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { type ChosenFile, FILES_NOTE } from './chosen-files.ts'
import { fileSize } from './file-size.ts'
import css from './kyc-form.module.css'

interface FilePickerProps {
  readonly files: readonly ChosenFile[]
  /** The number of files that were chosen before a reload. */
  readonly lost: number
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (id: number) => void
}

/** The drop zone and the chosen files. */
export function FilePicker({ files, lost, error, disabled, onAdd, onRemove }: FilePickerProps) {
  const id = useId()
  const descriptions = [error !== undefined && `${id}-error`, lost > 0 && `${id}-lost`, `${id}-note`]
  return (
    <Input.Wrapper id={id} label={t('Documents')} required error={error} errorProps={{ id: `${id}-error` }}>
      {lost > 0 && (
        <Notice id={`${id}-lost`} tone="pending" Icon={IconFileAlert} mb="xs">
          <strong>
            {t(
              '{lost, plural, one {Please choose your file again.} other {Please choose your {lost} files again.}}',
              { lost },
            )}
          </strong>{' '}
          {t('The browser does not keep chosen files after a reload. What you typed is still here.')}
        </Notice>
      )}
      <DropPlace
        id={id}
        describedBy={descriptions.filter(Boolean).join(' ')}
        isWrong={error !== undefined}
        disabled={disabled}
        isFull={files.length >= KYC_FILES_MAX}
        onAdd={onAdd}
      />
      {files.length > 0 && (
        <SimpleGrid
          component="ul"
          minColWidth={240}
          spacing="sm"
          mt="sm"
          className="plain-list"
          aria-label={t('Chosen documents')}
        >
          {files.map((chosen) => (
            <Chosen key={chosen.id} chosen={chosen} disabled={disabled} onRemove={onRemove} />
          ))}
        </SimpleGrid>
      )}
    </Input.Wrapper>
  )
}

interface DropPlaceProps extends Pick<FilePickerProps, 'disabled' | 'onAdd'> {
  readonly id: string
  readonly describedBy: string
  readonly isWrong: boolean
  readonly isFull: boolean
}

/** A native file input that covers the drop zone. */
function DropPlace({ id, describedBy, isWrong, isFull, disabled, onAdd }: DropPlaceProps) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onAdd([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files dropped here reach the field inside it
    <div
      className={css.drop}
      data-over={over}
      data-wrong={isWrong}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconCloudUpload size={28} stroke={1.6} color="var(--galla-accent)" />
      <p>{richText('<b>Drop files here</b> or choose them')}</p>
      <Text id={`${id}-note`} c="dimmed" fz="sm">
        {FILES_NOTE}
      </Text>
      <input
        id={id}
        name="documents"
        type="file"
        multiple
        required
        accept={KYC_MEDIA_TYPES.join(',')}
        disabled={disabled || isFull}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onChange={(event) => {
          onAdd([...(event.currentTarget.files ?? [])])
          // Allows the same file to be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function Chosen({
  chosen: { id, file, previewUrl },
  disabled,
  onRemove,
}: { chosen: ChosenFile } & Pick<FilePickerProps, 'disabled' | 'onRemove'>) {
  return (
    <Group component="li" gap="sm" wrap="nowrap" miw={0} p="xs" bd="1px solid var(--galla-line)" bdrs="md">
      <Center
        component="span"
        flex="none"
        w={56}
        h={56}
        bdrs="sm"
        bg="var(--galla-sunken)"
        c="var(--galla-failed)"
        className={css.thumb}
      >
        {previewUrl === undefined ? (
          <IconFileTypePdf size={28} stroke={1.5} />
        ) : (
          <img src={previewUrl} alt={t('Preview of {name}', { name: file.name })} />
        )}
      </Center>
      <Stack component="span" gap={0} miw={0} flex={1}>
        <Text span fw={550} truncate dir="auto" title={file.name}>
          {file.name}
        </Text>
        <Text span c="dimmed" fz="sm">
          {fileSize(file.size)}
        </Text>
      </Stack>
      <ActionIcon
        color="failed"
        disabled={disabled}
        aria-label={t('Remove {name}', { name: file.name })}
        onClick={() => onRemove(id)}
      >
        <IconX size={18} />
      </ActionIcon>
    </Group>
  )
}
