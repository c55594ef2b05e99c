/** No operation that the service calls streams events (those of Kinesis, Transcribe or S3 Select do). */
export class EventStreamSerde {
  constructor() {
    throw new Error('event streams are not part of this bundle')
  }
}

export const eventStreamSerdeProvider = (): undefined => undefined

export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config
