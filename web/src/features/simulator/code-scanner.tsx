import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Viewfinder } from './app-parts.tsx'
import css from './simulator-page.module.css'

/** TypeScript's DOM types do not include the Shape Detection API. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
declare const BarcodeDetector: { new (options: { formats: string[] }): Detector }

const LOOK_EVERY_MS = 250

export function CodeScanner({ onFound, onStop }: { onFound: (text: string) => void; onStop: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    let stream: MediaStream | undefined
    let timer: number | undefined
    let over = false
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    const look = async () => {
      const [code] = video.current === null ? [] : await detector.detect(video.current).catch(() => [])
      if (over) return
      if (code !== undefined) found.current(code.rawValue)
      else timer = window.setTimeout(look, LOOK_EVERY_MS)
    }
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).then(
      async (camera) => {
        stream = camera
        if (over) return stop()
        if (video.current !== null) video.current.srcObject = camera
        await video.current?.play()
        void look()
      },
      () => setProblem('The camera could not be opened. Paste the link instead.'),
    )
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    return () => {
      over = true
      window.clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <Viewfinder>
      {problem === undefined ? (
        <video ref={video} className={css.camera} playsInline muted aria-label="Camera" />
      ) : (
        <p role="alert">{problem}</p>
      )}
      <Button variant="default" onClick={onStop}>
        Stop scanning
      </Button>
    </Viewfinder>
  )
}
