"""Runs MiniStack, which here also takes back an update of a stack while one of the stack's rollback triggers rings."""

import asyncio
import sys

from ministack.app import main
from ministack.services import cloudwatch
from ministack.services.cloudformation import _stacks, changesets, handlers
from ministack.services.cloudformation.helpers import _p, _xml

actions = handlers._ACTION_HANDLERS
update_stack, describe_stacks = actions["UpdateStack"], actions["DescribeStacks"]
create_change_set, execute_change_set = actions["CreateChangeSet"], actions["ExecuteChangeSet"]
deploy_stack = changesets._deploy_stack_async

PREFIX = "RollbackConfiguration."


def triggers_in(params):
    """The alarms that a request names, or None if it leaves those of the stack."""
    if not any(name.startswith(PREFIX) for name in params):
        return None
    found = []
    while arn := _p(params, f"{PREFIX}RollbackTriggers.member.{len(found) + 1}.Arn"):
        found.append(arn)
    return found


def is_ringing(arn):
    alarm = cloudwatch._alarms.get(arn.split(":alarm:")[-1])
    return alarm is not None and alarm["StateValue"] == "ALARM"


def update(params):
    """An update with the previous template changes the triggers alone; MiniStack would find nothing to do."""
    triggers = triggers_in(params)
    if triggers is None or _p(params, "UsePreviousTemplate") != "true":
        return update_stack(params)
    stack = handlers._resolve_stack(_p(params, "StackName"))
    stack["_triggers"] = triggers
    result = f"<UpdateStackResult><StackId>{stack['StackId']}</StackId></UpdateStackResult>"
    return _xml(200, "UpdateStackResponse", result)


def change_set_of(params):
    return changesets._find_change_set(_p(params, "ChangeSetName"), _p(params, "StackName"))[1]


def create(params):
    answer = create_change_set(params)
    triggers, change_set = triggers_in(params), change_set_of(params)
    if change_set and triggers is not None:
        change_set["_triggers"] = triggers
    return answer


def execute(params):
    change_set = change_set_of(params)
    if change_set and "_triggers" in change_set and change_set["StackName"] in _stacks:
        _stacks[change_set["StackName"]]["_triggers"] = change_set["_triggers"]
    return execute_change_set(params)


def describe(params):
    status, headers, body = describe_stacks(params)
    text = body.decode()
    for stack in _stacks.values():
        members = "".join(
            f"<member><Arn>{arn}</Arn><Type>AWS::CloudWatch::Alarm</Type></member>" for arn in stack.get("_triggers", [])
        )
        configuration = f"<RollbackConfiguration><RollbackTriggers>{members}</RollbackTriggers></RollbackConfiguration>"
        name = f"<StackName>{stack['StackName']}</StackName>"
        text = text.replace(name, name + configuration)
    return status, headers, text.encode()


async def deploy(stack_name, *args, is_update=False, **others):
    stack = _stacks[stack_name]
    if is_update and any(is_ringing(arn) for arn in stack.get("_triggers", [])):
        # The deployment forgets an earlier request to cancel it when it begins, and looks for one at each resource.
        asyncio.get_running_loop().call_soon(lambda: stack.update(_cancel_requested=True))
    await deploy_stack(stack_name, *args, is_update=is_update, **others)


actions.update(UpdateStack=update, DescribeStacks=describe, CreateChangeSet=create, ExecuteChangeSet=execute)
changesets._deploy_stack_async = deploy
sys.exit(main())
