import { CfnApiMapping, CfnDomainName, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'
import { exported } from './storage.ts'

/** A custom domain as other stacks know it. */
export interface CustomDomain {
  readonly domainName: string
  /** The value of its `Ref`, by which CloudFormation knows that it is used. */
  readonly reference: string
  /** The address to which its owner has to lead it. */
  readonly target: string
}

/** The domain name of the WebSocket API, which cannot share the name of the HTTP API. */
export const liveDomainName = (domainName: string): string => `live.${domainName}`

/** Adds an address of the deployer's own, for gateways and scenes of OBS. */
export const addCustomDomain = (
  scope: Construct,
  id: string,
  domainName: string,
  certificateArn: Settings['certificateArn'],
): CustomDomain => {
  const { ref, attrRegionalDomainName } = new CfnDomainName(scope, id, {
    domainName,
    domainNameConfigurations: [
      { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ...(certificateArn !== undefined && { certificateArn }) },
    ],
  })
  return { domainName, reference: exported(scope, ref), target: exported(scope, attrRegionalDomainName) }
}

export const mapDomain = (scope: Construct, id: string, { reference }: CustomDomain, stage: CfnStage): CfnApiMapping =>
  new CfnApiMapping(scope, id, { apiId: stage.apiId, domainName: reference, stage: stage.ref })

/** The output with the target that the domain's owner enters at the DNS provider. */
export const targetOutput = (api: 'Api' | 'Live', domain: CustomDomain | undefined) =>
  domain && {
    [`${api}DomainTarget`]: {
      value: domain.target,
      description: `The target of a CNAME record of ${domain.domainName}`,
    },
  }
