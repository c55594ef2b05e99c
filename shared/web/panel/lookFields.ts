import { type SettingField, textsFromValue, type Value, valueWith } from './settingFields.ts'

/** The members of an overlay's look that a form shows. Levels have a form of their own. */
export const lookFields = [
  { name: 'theme', path: ['theme'], kind: 'choice', choices: ['glass', 'paper', 'neon'] },
  { name: 'layout', path: ['layout'], kind: 'choice', choices: ['card', 'above', 'beside'] },
  { name: 'ownAccent', kind: 'switch' },
  { name: 'accent', path: ['accent'], kind: 'color', value: '#8d6bff', on: 'ownAccent' },
  { name: 'ownBackground', kind: 'switch' },
  { name: 'background', path: ['background'], kind: 'color', value: '#14101f', on: 'ownBackground' },
  { name: 'ownText', kind: 'switch' },
  { name: 'text', path: ['text'], kind: 'color', value: '#ffffff', on: 'ownText' },
  { name: 'font', path: ['font'], kind: 'text' },
  { name: 'size', path: ['size'], kind: 'number' },
  { name: 'position', path: ['position'], kind: 'choice', choices: ['top', 'center', 'bottom'] },
  { name: 'align', path: ['align'], kind: 'choice', choices: ['left', 'center', 'right'] },
  { name: 'language', path: ['language'], kind: 'choice', choices: ['en', 'de', 'es', 'ru'] },
  { name: 'seconds', path: ['seconds'], kind: 'number' },
  { name: 'imageUpload', path: ['imageUpload'], kind: 'image' },
  { name: 'image', path: ['image'], kind: 'linked' },
  { name: 'soundUpload', path: ['soundUpload'], kind: 'sound', group: 'look_audio' },
  { name: 'sound', path: ['sound'], kind: 'linked' },
  { name: 'volume', path: ['volume'], kind: 'number' },
  { name: 'speech', path: ['speech'], kind: 'switch', turnedOn: {} },
  { name: 'voice', path: ['speech', 'voice'], kind: 'text', on: 'speech' },
  { name: 'rate', path: ['speech', 'rate'], kind: 'number', on: 'speech' },
  { name: 'goalBars', path: ['goals', 'show'], kind: 'switch', value: 'true', group: 'look_more' },
  { name: 'goalPosition', path: ['goals', 'position'], kind: 'choice', choices: ['top', 'bottom'] },
  { name: 'ownGoalAccent', kind: 'switch' },
  { name: 'goalAccent', path: ['goals', 'accent'], kind: 'color', value: '#8d6bff', on: 'ownGoalAccent' },
  { name: 'leadersPeriod', path: ['leaders', 'period'], kind: 'choice', choices: ['day', 'month', 'all'] },
  { name: 'leadersCurrency', path: ['leaders', 'currency'], kind: 'text' },
  { name: 'leadersCount', path: ['leaders', 'count'], kind: 'number' },
  { name: 'media', path: ['media'], kind: 'switch', value: 'true' },
] as const satisfies readonly SettingField[]

/** The look that the texts of all fields describe, unchecked; what is left empty is chosen by the overlay. */
export const lookFromFields = (texts: Readonly<Record<string, string>>): Value =>
  valueWith(lookFields, {}, textsFromValue(lookFields, {}), texts)
