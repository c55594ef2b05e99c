import { CfnApiMapping, CfnDomainName, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/** The domain name of the WebSocket API, which cannot share the name of the HTTP API. */
export const liveDomainName = (domainName: string): string => `live.${domainName}`

/** Adds an address that outlives the stack, for gateways and scenes of OBS. The generated address stays valid. */
export const addCustomDomain = (
  scope: Construct,
  id: string,
  domainName: string,
  certificateArn: Settings['certificateArn'],
): CfnDomainName =>
  new CfnDomainName(scope, id, {
    domainName,
    domainNameConfigurations: [
      { endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2', ...(certificateArn !== undefined && { certificateArn }) },
    ],
  })

export const mapDomain = (domain: CfnDomainName, stage: CfnStage): CfnApiMapping =>
  new CfnApiMapping(domain.stack, `${domain.node.id}Mapping`, {
    apiId: stage.apiId,
    domainName: domain.ref,
    stage: stage.ref,
  })

/** The output with the target that the domain's owner enters at the DNS provider. */
export const targetOutput = (api: 'Api' | 'Live', domain: CfnDomainName | undefined) =>
  domain && {
    [`${api}DomainTarget`]: {
      value: domain.attrRegionalDomainName,
      description: `The target of a CNAME record of ${domain.domainName}`,
    },
  }
