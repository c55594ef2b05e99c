"""Thanks everybody whose alert is shown: TOKEN=<access token> python bot.py <address of the API> <of the WebSocket>"""

import asyncio
import json
import os
import sys

import httpx
from streaming_support_service_client import AuthenticatedClient
from streaming_support_service_client.api.alerts import list_alerts
from streaming_support_service_client.models import Alert, AlertPage
from websockets import ConnectionClosed, InvalidHandshake, connect


def refuse(response):
    """The gateway's own errors are no problems with a code: they have a message alone."""
    if response.is_error and "problem" not in response.headers["content-type"]:
        sys.exit(f"{response.status_code} {json.loads(response.read())['message']}")


async def deliveries(socket):
    """Each delivery once and in order. It is acknowledged when the next one is asked for."""

    async def send(**message):
        await socket.send(json.dumps({"version": 1, **message}))

    last = end = 0
    await send(type="resume")
    while True:
        try:
            message = {"sequence": 0, **json.loads(await asyncio.wait_for(socket.recv(), timeout=480))}
        except TimeoutError:
            await send(type="ping")
            continue
        if message["type"] == "welcome":
            last, end = max(last, message["after"]), message["through"] if message["more"] else 0
        if message["sequence"] > last and message["after"] > last:
            await send(type="resume", after=last)  # one is missing
        elif message["sequence"] > last:
            yield message
            last = message["sequence"]
            await send(type="ack", sequence=last)
            if last == end:
                await send(type="resume", after=last)


async def thank(address, token):
    headers = {"Authorization": f"Bearer {token}"}
    async for socket in connect(f"{address}?name=bot", additional_headers=headers, ping_interval=None):
        try:
            async for message in deliveries(socket):
                if message["type"] == "alert" and not message["alert"]["hidden"]:
                    alert = Alert.from_dict(message["alert"])
                    print(f"Thank you, {alert.nickname or 'Somebody'}! {alert.message}")
        except ConnectionClosed:
            continue  # and connect again


if len(sys.argv) != 3 or "TOKEN" not in os.environ:
    sys.exit(__doc__)
client = AuthenticatedClient(sys.argv[1], os.environ["TOKEN"], httpx_args={"event_hooks": {"response": [refuse]}})
try:
    answer = list_alerts.sync(client=client, size=1)
    if not isinstance(answer, AlertPage):
        sys.exit(f"{answer.code}: {answer.detail}")
    print(f"{answer.total_size} alerts so far")
    asyncio.run(thank(sys.argv[2], client.token))
except (httpx.HTTPError, InvalidHandshake) as error:
    sys.exit(f"{type(error).__name__}: {error}")
except KeyboardInterrupt:
    pass
