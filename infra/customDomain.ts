import { CfnApiMapping, CfnDomainName, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { Settings } from './settings.ts'

/** A WebSocket API cannot share the name of an HTTP API: it has the name below. */
export const liveDomainName = (domainName: string): string => `live.${domainName}`

/** An address that outlives the stack: payment gateways and scenes of OBS keep it. The other address stays valid. */
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

/** Has the whole domain lead to a stage. */
export const mapDomain = (domain: CfnDomainName, stage: CfnStage): CfnApiMapping =>
  new CfnApiMapping(domain.stack, `${domain.node.id}Mapping`, {
    apiId: stage.apiId,
    domainName: domain.ref,
    stage: stage.ref,
  })

/** What its owner enters at the domain's DNS provider. */
export const targetOutput = (api: 'Api' | 'Live', domain: CfnDomainName | undefined) =>
  domain && {
    [`${api}DomainTarget`]: {
      value: domain.attrRegionalDomainName,
      description: `Where a CNAME record of ${domain.domainName} points`,
    },
  }
