import { createChime } from './chime.ts'
import { linksTo, rememberLoaded } from './loadedLinks.ts'

/** Plays the sound of an alert: a file, or a chime where there is none or it cannot be played. */
export const createAlertSound = () => {
  const chime = createChime()
  let playing: HTMLAudioElement | undefined

  const playFirst = async ([link, ...others]: readonly string[], hue: number, volume: number): Promise<void> => {
    if (link === undefined) {
      chime(hue, volume)
      return
    }
    const audio = new Audio(link)
    playing = audio
    audio.volume = volume
    try {
      await audio.play()
      rememberLoaded(link)
    } catch {
      await playFirst(others, hue, volume)
    }
  }

  return {
    play: (link: string | undefined, hue: number, volume: number): void =>
      void playFirst(link === undefined ? [] : linksTo(link), hue, volume),
    stop: (): void => playing?.pause(),
  }
}
