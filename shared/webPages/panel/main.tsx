import { render } from 'preact'
import { changeToKeptLanguage } from '../chosenLanguage.ts'
import { App } from './app.tsx'

if (!changeToKeptLanguage()) render(<App />, document.querySelector('#app') as HTMLElement)
